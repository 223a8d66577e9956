import { readLeaflet } from './support/map.ts';
import { mapSuite } from './support/map-suite.ts';
import { test } from './support/map-test.ts';

mapSuite({ test, readView: readLeaflet, ranquil: { lat: -36.65, lng: -72.55 } });
