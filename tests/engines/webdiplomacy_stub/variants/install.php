<?php
// A stand-in for the site's installer, our own: territories by name, coasts by their names, borders either way.

class InstallCache {
	public static function terrJSON($file, $mapID) { $GLOBALS['DB']->sql_put("json $file $mapID"); }
}

class InstallTerritory {
	public static $Territories = array();
	public $id, $mapID, $name, $type, $supply, $countryID, $mapX, $mapY, $smallMapX, $smallMapY, $coast, $coastParent;
	public $ArmyBorders = array();
	public $FleetBorders = array();

	public function __construct($name, $type, $supply, $countryID, $mapX, $mapY, $smallMapX, $smallMapY) {
		if( !in_array($type, array('Sea', 'Land', 'Coast')) ) throw new Exception("no type: $type");
		if( !in_array($supply, array('Yes', 'No')) ) throw new Exception("neither yes nor no: $supply");
		if( isset(self::$Territories[$name]) ) throw new Exception("twice: $name");
		if( strlen($name) > 120 ) throw new Exception("too long: $name");
		foreach( array('name', 'type', 'supply', 'countryID', 'mapX', 'mapY', 'smallMapX', 'smallMapY') as $field )
			$this->$field = $$field;
		$this->coast = 'No';
		$this->coastParent = $this;
		self::$Territories[$name] = $this;
		if( preg_match('/^(.+) \(.+ Coast\)$/', $name, $found) ) {
			if( !isset(self::$Territories[$found[1]]) ) throw new Exception("no parent: $name");
			$this->coast = 'Child';
			$this->coastParent = self::$Territories[$found[1]];
			$this->coastParent->coast = 'Parent';
		}
	}

	public function addBorder(InstallTerritory $other, $fleetsPass, $armysPass) {
		foreach( array('FleetBorders' => $fleetsPass, 'ArmyBorders' => $armysPass) as $borders => $pass ) {
			if( $pass != 'Yes' ) continue;
			$this->$borders[$other->name] = $other;
			$other->$borders[$this->name] = $this;
		}
	}

	public static function runSQL($mapID) {
		global $DB;
		$number = 1;
		foreach( self::$Territories as $territory ) {
			$territory->id = $number++;
			$territory->mapID = $mapID;
		}
		foreach( self::$Territories as $territory ) {
			$values = array($mapID, $territory->id, $territory->name, $territory->countryID);
			$DB->sql_put("INSERT INTO wD_Territories VALUES ('".implode("','", $values)."')");
		}
		$DB->sql_put(self::unitDestroyIndexSQL($mapID));
	}

	// Whose homes civil disorder counts from.
	public static function unitDestroyIndexSQL($mapID) {
		$rows = array();
		foreach( self::$Territories as $territory )
			if( $territory->countryID > 0 && $territory->coastParent->supply == 'Yes' )
				$rows[] = "($mapID,$territory->countryID,$territory->id)";
		if( !$rows ) throw new Exception('an empty list of values is no SQL');
		return 'INSERT INTO wD_UnitDestroyIndex VALUES '.implode(',', $rows);
	}
}
