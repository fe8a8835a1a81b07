"""Classes of PHP for rules that webDiplomacy does not have: each extends the site's own class of the name.

What they lean on are the site's tables (wD_TerrStatus, wD_Territories, wD_Units, wD_Orders, wD_Moves) and the methods
they override; the text is ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from dipmap.engines._webdiplomacy.names import listing
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.model import UnitType

_WORDS = {UnitType.ARMY: "Build Army", UnitType.FLEET: "Build Fleet"}


def class_text(plan: Plan, name: str) -> Iterator[str]:
    """The lines of a class inside its braces; `KeyError` for a class that is none of these."""
    return _CLASSES[name](plan)


def _table(values: Mapping[int, object]) -> str:
    return listing(f"{key} => {value}" for key, value in values.items())


def _sites(plan: Plan) -> str:
    if plan.sites is None:
        return "null"
    return _table({country: listing(sites) for country, sites in plan.sites.items()})


# ---- the flow of a game


def _process_game(plan: Plan) -> Iterator[str]:
    opening, silent = plan.variant.start.opening is not None, plan.retreats == "none"
    if opening or silent:
        yield "\tprotected function changePhase() {"
        if silent:
            yield "\t\tglobal $DB;"
        if opening:
            yield from _OPENING
        if silent:
            yield from _NO_RETREATS
        yield "\t\treturn parent::changePhase();"
        yield "\t}"
    if plan.last_turn is not None:
        if opening or silent:
            yield ""
        yield from _LAST[0].format(turn=plan.last_turn).split("\n")
        yield from (_LAST_MOST if plan.variant.end.result == "most-wins" else _LAST_DRAW)
        yield from _LAST[1].split("\n")


_OPENING = """
		if( $this->phase == 'Pre-game' ) {
			// builds come first, whoever has any; the archive gives the first map its colours
			$this->setPhase('Builds');
			$this->archiveTerrStatus();
			return false;
		}
		if( $this->phase == 'Builds' && $this->turn == 0 ) {
			// from any phase but this one the next movement would count as the next turn
			$this->phase = 'Pre-game';
			$this->setPhase('Diplomacy');
			$this->archiveTerrStatus();
			return false;
		}
""".strip("\n").split("\n")

_NO_RETREATS = """
		if( $this->phase == 'Diplomacy' ) {
			// what is dislodged is gone before anybody is asked where it retreats
			$DB->sql_put("DELETE u FROM wD_Units u
				INNER JOIN wD_TerrStatus ts ON ( ts.retreatingUnitID = u.id AND ts.gameID = u.gameID )
				WHERE ts.gameID = ".$this->id);
			$DB->sql_put("UPDATE wD_TerrStatus SET retreatingUnitID = NULL WHERE gameID = ".$this->id);
			$this->Members->countUnitsSCs();
		}
""".strip("\n").split("\n")

_LAST = (
    """
	protected function setPhase($phase, $gameOver='') {
		if( $phase == 'Diplomacy' && $this->phase != 'Pre-game' && $this->turn >= {turn} ) {{
			$this->outOfTime();
			return false;
		}}
		return parent::setPhase($phase, $gameOver);
	}}

	private function outOfTime() {{""".replace("$gameOver='') {", "$gameOver='') {{").strip("\n"),
    """
		$this->Members->setDrawn();
		parent::setPhase('Finished', 'Drawn');
	}""".strip("\n"),
)

_LAST_MOST = """
		$Leader = $this->Members->leader();
		if( $Leader !== false ) {
			$this->setWon($Leader);
			return;
		}
""".strip("\n").split("\n")

_LAST_DRAW = ["\t\t// the last year is over, and all survivors share the draw"]


# ---- victory


def _process_members(plan: Plan) -> Iterator[str]:
    variant = plan.variant
    if variant.victory.by == "points":
        points = _table({country: _table(worth) for country, worth in plan.worth.items()})
        text = _POINTS.replace("WORTH", points).replace("USUAL", str(variant.victory.points.centre))
    else:
        text = _CENTRES
    yield from text.strip("\n").split("\n")
    yield ""
    yield from _FIRST.strip("\n").split("\n")
    if plan.counted:
        yield ""
        tied = "true" if variant.victory.tie == "most" else "false"
        check = _WINNER.replace("ENOUGH", str(variant.victory.at_least)).replace("TIED", tied)
        yield from check.strip("\n").split("\n")
    if plan.last_turn is not None and variant.end.result == "most-wins":
        yield ""
        yield from _LEADER.strip("\n").split("\n")


_CENTRES = """
	// What counts for victory, by countryID.
	private function scores() {
		$scores = array();
		foreach( $this->ByCountryID as $countryID => $Member )
			$scores[$countryID] = (int)$Member->supplyCenterNo;
		return $scores;
	}
"""

_POINTS = """
	// What a centre counts where it is not the usual: [countryID][terrID] => points.
	private static $worth = WORTH;

	// What counts for victory, by countryID.
	private function scores() {
		global $DB;
		$scores = array();
		foreach( $this->ByCountryID as $countryID => $Member )
			$scores[$countryID] = 0;
		$tabl = $DB->sql_tabl("SELECT ts.countryID, ts.terrID FROM wD_TerrStatus ts
			INNER JOIN wD_Territories t ON ( t.id = ts.terrID AND t.mapID = ".$this->Game->Variant->mapID." )
			WHERE t.supply = 'Yes' AND ts.countryID > 0 AND ts.gameID = ".$this->Game->id);
		while( list($countryID, $terrID) = $DB->tabl_row($tabl) )
			$scores[$countryID] += isset(self::$worth[$countryID][$terrID]) ? self::$worth[$countryID][$terrID] : USUAL;
		return $scores;
	}
"""

_FIRST = """
	// Who alone has most of those that have enough; with several that have it nobody, unless $tied.
	private function first(array $scores, $enough, $tied) {
		$there = array();
		foreach( $scores as $countryID => $score )
			if( $score >= $enough ) $there[$countryID] = $score;
		if( count($there) == 0 || ( count($there) > 1 && !$tied ) ) return false;
		$best = array_keys($there, max($there));
		if( count($best) > 1 ) return false;
		$Member = $this->ByCountryID[$best[0]];
		return $Member->status == 'Playing' ? $Member : false;
	}
"""

_WINNER = """
	function checkForWinner() {
		global $DB;
		if( count($this->ByStatus['Playing']) < 2 ) return parent::checkForWinner();
		if( $this->Game->phase == 'Diplomacy' ) {
			list($retreating) = $DB->sql_row("SELECT COUNT(retreatingUnitID) FROM wD_TerrStatus
				WHERE gameID = ".$this->Game->id);
			if( $retreating ) return false;
		}
		return $this->first($this->scores(), ENOUGH, TIED);
	}
"""

_LEADER = """
	// Who alone has most of those that are left, when time is up.
	public function leader() {
		$left = array();
		foreach( $this->scores() as $countryID => $score ) {
			$Member = $this->ByCountryID[$countryID];
			if( $Member->supplyCenterNo > 0 || $Member->unitNo > 0 ) $left[$countryID] = $score;
		}
		return $this->first($left, 0, true);
	}
"""


# ---- builds


def _process_order_builds(plan: Plan) -> Iterator[str]:
    word = _WORDS[plan.variant.builds.units[0]] if plan.variant.builds.units else _WORDS[UnitType.ARMY]
    yield "\t// The centres where a country may build while it holds them: null for all, [countryID] => terrIDs."
    yield f"\tprivate static $sites = {_sites(plan)};"
    yield "\t// How many units a country builds before the first turn, where it is not as many as it has centres for."
    yield f"\tprivate static $opening = {_table(plan.caps)};"
    yield ""
    yield from _CREATE.replace("FIRST", word).strip("\n").split("\n")


_CREATE = """
	public function create() {
		global $DB, $Game;
		$rows = array();
		foreach( $Game->Members->ByID as $Member ) {
			$countryID = (int)$Member->countryID;
			$count = $Member->supplyCenterNo - $Member->unitNo;
			$type = $count < 0 ? 'Destroy' : 'FIRST';
			if( $Game->turn == 0 && $count >= 0 && isset(self::$opening[$countryID]) )
				$count = self::$opening[$countryID];
			$count = $count < 0 ? -$count : min($count, $this->room($countryID));
			for( $i = 0; $i < $count; $i++ )
				$rows[] = "(".$Game->id.", ".$countryID.", '".$type."')";
		}
		if( count($rows) > 0 )
			$DB->sql_put("INSERT INTO wD_Orders (gameID, countryID, type) VALUES ".implode(', ', $rows));
	}

	// In how many places a country could build now.
	private function room($countryID) {
		global $DB, $Game;
		if( self::$sites === null ) $among = '';
		elseif( empty(self::$sites[$countryID]) ) return 0;
		else $among = ' AND t.id IN ('.implode(',', self::$sites[$countryID]).')';
		list($room) = $DB->sql_row("SELECT COUNT(*) FROM wD_TerrStatus ts
			INNER JOIN wD_Territories t ON ( t.id = ts.terrID AND t.mapID = ".$Game->Variant->mapID." )
			WHERE ts.gameID = ".$Game->id." AND ts.countryID = ".$countryID."
				AND ts.occupyingUnitID IS NULL AND t.supply = 'Yes'".$among);
		return (int)$room;
	}
"""


def _user_order_builds(plan: Plan) -> Iterator[str]:
    refused = [_WORDS[unit] for unit in UnitType if unit not in plan.variant.builds.units]
    if refused:
        yield "\tprotected function typeCheck() {"
        words = listing(f"'{word}'" for word in refused)
        yield f"\t\treturn !in_array($this->type, {words}) && parent::typeCheck();"
        yield "\t}"
    if plan.sited:
        if refused:
            yield ""
        yield "\t// The centres where a country may build while it holds them: null for all, [countryID] => terrIDs."
        yield f"\tprivate static $sites = {_sites(plan)};"
        yield ""
        yield from _SITE_CHECK.strip("\n").split("\n")


_SITE_CHECK = """
	protected function toTerrIDCheck() {
		if( $this->type != 'Build Army' && $this->type != 'Build Fleet' ) return parent::toTerrIDCheck();
		$this->toTerrID = (int)$this->toTerrID;
		$army = $this->type == 'Build Army';
		$centre = (int)libVariant::$Variant->deCoast($this->toTerrID);
		if( self::$sites !== null && ( !isset(self::$sites[$this->countryID])
			|| !in_array($centre, self::$sites[$this->countryID]) ) ) return false;
		// an army stands in the whole of a province, a fleet on one of its coasts
		$split = isset(libVariant::$Variant->coastChildIDsByParentID[$centre]);
		if( $split && $army != ( $this->toTerrID == $centre ) ) return false;
		return $this->sqlCheck("SELECT t.id FROM wD_TerrStatus ts
			INNER JOIN wD_Territories t ON ( t.id = ts.terrID AND t.mapID = ".MAPID." )
			WHERE ts.gameID = ".$this->gameID." AND ts.countryID = ".$this->countryID."
				AND ts.occupyingUnitID IS NULL AND t.supply = 'Yes'
				AND NOT t.type = '".( $army ? 'Sea' : 'Land' )."' AND t.id = ".$centre." LIMIT 1");
	}
"""


def _adjudicator_builds(plan: Plan) -> Iterator[str]:
    yield "\t// array(countryID, terrIDs, the most builds among them at once, whether before the first turn only)"
    yield "\tprivate static $limits = array("
    for limit in plan.limits:
        only = "true" if limit.opening else "false"
        yield f"\t\tarray({limit.country}, {listing(limit.sites)}, {limit.most}, {only}),"
    yield "\t);"
    yield ""
    yield from _LIMITED.strip("\n").split("\n")


_LIMITED = """
	function adjudicate() {
		global $DB, $Game;
		parent::adjudicate();
		foreach( self::$limits as $limit ) {
			list($countryID, $sites, $most, $opening) = $limit;
			if( ( $opening && $Game->turn > 0 ) || count($sites) == 0 ) continue;
			$tabl = $DB->sql_tabl("SELECT id FROM wD_Moves
				WHERE gameID = ".$GLOBALS['GAMEID']." AND countryID = ".$countryID." AND success = 'Yes'
					AND moveType LIKE 'Build%' AND toTerrID IN (".implode(',', $sites).") ORDER BY orderID");
			$surplus = array();
			while( list($id) = $DB->tabl_row($tabl) )
				if( $most-- <= 0 ) $surplus[] = $id;
			if( count($surplus) > 0 )
				$DB->sql_put("UPDATE wD_Moves SET success = 'No'
					WHERE gameID = ".$GLOBALS['GAMEID']." AND id IN (".implode(',', $surplus).")");
		}
	}
"""


def _order_interface(plan: Plan) -> Iterator[str]:
    yield from _INTERFACE.replace("NAME", plan.names.place).strip("\n").split("\n")


_INTERFACE = """
	protected function jsLoadBoard() {
		parent::jsLoadBoard();
		if( $this->phase != 'Builds' ) return;
		// the page offers the country's own homes; the script puts the variant's build sites in their place
		libHTML::$footerIncludes[] = '../variants/NAME/resources/buildSites.js';
		$load = l_jf('loadBoard').'();';
		foreach( libHTML::$footerScript as $index => $script )
			if( $script == $load ) libHTML::$footerScript[$index] = $load.'NAMEBuildSites();';
	}
"""


def sites_script(plan: Plan) -> Iterator[str]:
    """The script of the order form: the build sites of the country that looks at it."""
    sites = None if plan.sites is None else {str(country): list(found) for country, found in plan.sites.items()}
    text = _SCRIPT.replace("NAME", plan.names.place).replace("SITES", json.dumps(sites))
    yield from text.strip("\n").split("\n")


_SCRIPT = """
// Where a country may build while it holds the centre: null for everywhere, or terrIDs by countryID.
function NAMEBuildSites() {
	var sites = SITES;
	SupplyCenters = new Array();
	Territories.each(function(pair) {
		var territory = pair[1];
		var centre = territory.coastParent;
		if( !centre.supply || centre.ownerCountryID != context.countryID || !Object.isUndefined(centre.Unit) ) return;
		var open = sites === null;
		var own = open ? [] : ( sites[context.countryID] || [] );
		for( var i = 0; i < own.length; i++ )
			if( own[i] == centre.id ) open = true;
		if( !open ) return;
		territory.countryID = context.countryID; // the form asks whose home it is
		SupplyCenters.push(territory);
	});
}
"""

_CLASSES: Mapping[str, Callable[[Plan], Iterator[str]]] = {
    "OrderInterface": _order_interface,
    "adjudicatorBuilds": _adjudicator_builds,
    "processGame": _process_game,
    "processMembers": _process_members,
    "processOrderBuilds": _process_order_builds,
    "userOrderBuilds": _user_order_builds,
}
