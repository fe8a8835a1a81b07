<?php
// Prints, as JSON, what a variant's files make of it: php graph.php NAME, in a folder with variants/NAME.

require 'site.php';
$variant = installed($argv[1]);
$told = array('statements' => $DB->puts, 'target' => $variant->supplyCenterTarget, 'centres' => $variant->supplyCenterCount);
foreach( array('id', 'mapID', 'name', 'fullName', 'description', 'author', 'version', 'codeVersion', 'countries') as $field )
	$told[$field] = $variant->$field;
$told['classes'] = $variant->variantClasses;
foreach( InstallTerritory::$Territories as $territory ) {
	$row = array('coast' => $territory->coast, 'parent' => $territory->coastParent->name);
	foreach( array('id', 'name', 'type', 'supply', 'countryID', 'mapX', 'mapY', 'smallMapX', 'smallMapY') as $field )
		$row[$field] = $territory->$field;
	$row['army'] = array_map('strval', array_keys($territory->ArmyBorders));
	$row['fleet'] = array_map('strval', array_keys($territory->FleetBorders));
	$told['territories'][] = $row;
}
for( $turn = -1; $turn < 40; $turn++ ) $told['turns'][] = $variant->turnAsDate($turn);
$told['turnsJS'] = $variant->turnAsDateJS();
$DB->puts = array();
$game = $variant->adjudicatorPreGame();
$game->adjudicate();
$told['units'] = $DB->puts && is_array($DB->puts[0]) ? $DB->puts[0] : array();
$told['map'] = $variant->drawMap(false)->told();
$told['smallmap'] = $variant->drawMap(true)->told();
print json_encode($told);
