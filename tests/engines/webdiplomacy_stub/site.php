<?php
// A stand-in for the site, our own: classes of the names that a variant extends, and a database that remembers.
// What a class does here is what a variant's class may count on, no more.

error_reporting(E_ALL);
set_error_handler(function($level, $message, $file, $line) {
	throw new ErrorException($message, 0, $level, $file, $line);
});

define('IN_CODE', 1);

spl_autoload_register(function($class) {
	$at = strpos($class, 'Variant');
	if( !$at ) return;
	$name = substr($class, 0, $at);
	$part = substr($class, $at + strlen('Variant'));
	require_once $part === '' ? "variants/$name/variant.php" : "variants/$name/classes/".substr($part, 1).".php";
});

// Statements in order; answers to questions are handed out in order, nothing when there are none left.
class StubDatabase {
	public $puts = array();
	public $asked = array();
	public $answers = array();

	public function sql_put($sql) { $this->puts[] = $sql; }

	public function sql_row($sql) {
		$this->asked[] = $sql;
		$rows = array_shift($this->answers);
		return $rows ? $rows[0] : array(0);
	}

	public function sql_tabl($sql) {
		$this->asked[] = $sql;
		return new ArrayIterator(array_shift($this->answers) ?: array());
	}

	public function tabl_row($rows) {
		$row = $rows->current();
		$rows->next();
		return $row === null ? false : $row;
	}
}

$DB = new StubDatabase();

function l_jf($name) { return $name; }

class libHTML {
	public static $footerIncludes = array();
	public static $footerScript = array();
}

class libVariant {
	public static $Variant;
}

abstract class WDVariant {
	public $variantClasses = array();
	public $id, $mapID, $name, $fullName, $description, $author, $version, $codeVersion, $countries;
	public $coastParentIDByChildID = array();
	public $coastChildIDsByParentID = array();
	public $supplyCenterCount, $supplyCenterTarget;

	public function __construct() { $this->initialize(); }

	public function __call($name, $args) {
		$class = isset($this->variantClasses[$name]) ? $this->variantClasses[$name].'Variant_'.$name : $name;
		return new $class(...$args);
	}

	public function initialize() {
		require_once 'variants/'.$this->name.'/install.php';
		foreach( InstallTerritory::$Territories as $territory ) {
			if( $territory->coast != 'Child' ) continue;
			$this->coastParentIDByChildID[$territory->id] = $territory->coastParent->id;
			$this->coastChildIDsByParentID[$territory->coastParent->id][] = $territory->id;
		}
		foreach( InstallTerritory::$Territories as $territory )
			$this->supplyCenterCount += $territory->supply == 'Yes' ? 1 : 0;
		$this->supplyCenterTarget = round(18 / 34 * $this->supplyCenterCount);
	}

	public function countryID($name) {
		$at = array_search($name, $this->countries);
		if( $at === false ) throw new Exception("no country is called $name");
		return $at + 1;
	}

	public function deCoast($id) {
		return isset($this->coastParentIDByChildID[$id]) ? $this->coastParentIDByChildID[$id] : $id;
	}

	public function territoriesJSONFile() { return 'territories.js'; }

	abstract public function turnAsDate($turn);
	abstract public function turnAsDateJS();
}

class Member {
	public function __construct(public $countryID, public $supplyCenterNo, public $unitNo, public $status = 'Playing') { }
}

class Members {
	public $Game;
	public $ByID = array();
	public $ByCountryID = array();
	public $ByStatus = array('Playing' => array(), 'Left' => array(), 'Defeated' => array());

	public function fill(array $members) {
		foreach( $members as $member ) {
			$this->ByID[] = $member;
			$this->ByCountryID[$member->countryID] = $member;
			$this->ByStatus[$member->status][] = $member;
		}
	}
}

class processMembers extends Members {
	public $counted = 0;

	public function __construct($Game) { $this->Game = $Game; }

	function countUnitsSCs() { $this->counted++; }

	function checkForUnitSCDifference() {
		foreach( $this->ByID as $member )
			if( $member->supplyCenterNo != $member->unitNo ) return true;
		return false;
	}

	function checkForWinner() {
		if( count($this->ByStatus['Playing']) == 1 ) return $this->ByStatus['Playing'][0];
		foreach( $this->ByStatus['Playing'] as $member )
			if( $this->Game->Variant->supplyCenterTarget <= $member->supplyCenterNo ) return $member;
		return false;
	}

	function setWon(Member $winner) { $this->Game->log[] = 'won by '.$winner->countryID; }

	function setDrawn() { $this->Game->log[] = 'drawn'; }
}

class processGame {
	public $id = 7;
	public $turn = 0;
	public $phase = 'Pre-game';
	public $Members, $Variant;
	public $log = array();
	public $retreating = false;

	public function __construct($Variant) {
		$this->Variant = $Variant;
		$this->Members = $Variant->processMembers($this);
	}

	protected function archiveTerrStatus() { $this->log[] = 'archived'; }

	protected function setWon(Member $winner) {
		$this->Members->setWon($winner);
		$this->setPhase('Finished', 'Won');
	}

	protected function setPhase($phase, $gameOver='') {
		$new = $phase == 'Diplomacy' && $this->phase != 'Pre-game';
		if( $new ) $this->turn++;
		$this->phase = $phase;
		$this->log[] = trim("$phase {$this->turn} $gameOver");
		return $new;
	}

	protected function changePhase() {
		if( $this->phase == 'Pre-game' ) {
			$this->setPhase('Diplomacy');
			return false;
		}
		$winner = $this->Members->checkForWinner();
		if( $winner !== false ) {
			$this->setWon($winner);
			return false;
		}
		if( $this->phase == 'Diplomacy' && $this->retreating ) {
			$this->setPhase('Retreats');
			return false;
		}
		if( $this->phase != 'Builds' && $this->turn % 2 == 1 && $this->Members->checkForUnitSCDifference() ) {
			$this->setPhase('Builds');
			return false;
		}
		$this->setPhase('Diplomacy');
		return true;
	}

	public function process() { return $this->changePhase(); }
}

class processOrderBuilds {
	public function create() { throw new Exception('not the variant\'s own'); }
}

class userOrderBuilds {
	public $type, $toTerrID, $gameID, $countryID;
	public $checked = array();

	public function __construct($orderID, $gameID, $countryID) {
		$this->gameID = $gameID;
		$this->countryID = $countryID;
	}

	protected function sqlCheck($sql) {
		$this->checked[] = $sql;
		return true;
	}

	protected function typeCheck() { return in_array($this->type, array('Build Army', 'Build Fleet', 'Wait', 'Destroy')); }

	protected function toTerrIDCheck() { return "the site's own"; }

	public function look($type, $toTerrID) {
		$this->type = $type;
		$this->toTerrID = $toTerrID;
		$this->checked = array();
		return array($this->typeCheck() ? $this->toTerrIDCheck() : 'no such type', $this->checked);
	}
}

class adjudicatorBuilds {
	function adjudicate() { $GLOBALS['DB']->sql_put('adjudicated'); }
}

class OrderInterface {
	public function __construct(protected $phase) { }

	protected function jsLoadBoard() {
		libHTML::$footerIncludes[] = 'board/load.js';
		libHTML::$footerScript[] = 'loadBoard();';
		libHTML::$footerScript[] = 'loadOrdersPhase();';
	}

	public function html() { $this->jsLoadBoard(); }
}

class adjudicatorPreGame {
	protected $countryUnits = array();

	protected function assignUnits() {
		$rows = array();
		foreach( $this->countryUnits as $country => $units )
			foreach( $units as $name => $type )
				$rows[] = array($GLOBALS['Variant']->countryID($country), InstallTerritory::$Territories[$name]->id, $type);
		if( !$rows ) throw new Exception('an empty list of values is no SQL');
		$GLOBALS['DB']->sql_put($rows);
	}

	protected function assignUnitOccupations() { $GLOBALS['DB']->sql_put('occupied'); }

	function adjudicate() {
		$this->assignUnits();
		$this->assignUnitOccupations();
	}
}

// The map with GD: territories by the palette, names laid over it.
abstract class drawMap {
	public $smallmap, $map;
	protected $countryColors = array();

	public function __construct($smallmap) {
		$this->smallmap = $smallmap;
		$resources = $this->resources();
		if( function_exists('imagecreatefrompng') ) $this->map = imagecreatefrompng($resources['map']);
	}

	abstract protected function resources();

	public function told() { return array('colours' => $this->countryColors, 'files' => $this->resources()); }

	public function entry($x, $y) { return imagecolorat($this->map, $x, $y); }

	public function colour($x, $y) { return array_values(array_slice(imagecolorsforindex($this->map, $this->entry($x, $y)), 0, 3)); }

	public function colorTerritory($x, $y, $country) {
		list($red, $green, $blue) = $this->countryColors[$country];
		imagecolorset($this->map, $this->entry($x, $y), $red, $green, $blue);
	}

	public function addTerritoryNames() {
		$resources = $this->resources();
		$names = imagecreatefrompng($resources['names']);
		$white = imagecolorexact($names, 255, 255, 255);
		if( $white == -1 ) $white = imagecolorallocate($names, 255, 255, 255);
		imagecolortransparent($names, $white);
		imagecopymerge($this->map, $names, 0, 0, 0, 0, imagesx($names), imagesy($names), 99);
	}
}

// The variant of a name, installed.
function installed($name) {
	global $Variant;
	$class = $name.'Variant';
	$Variant = libVariant::$Variant = new $class();
	define('MAPID', $Variant->mapID);
	return $Variant;
}
