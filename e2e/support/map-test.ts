import { forgetGeocoder } from './database.ts';
import { answerWell, type MapServers } from './map-servers.ts';
import { test as base } from './test.ts';

/** A journey whose tile server and geocoder work by default. */
export const test = base.extend<{ map: MapServers }>({
  map: [
    async ({ servers, shop }, use) => {
      servers.tiles.mode = 'works';
      answerWell(servers);
      forgetGeocoder(shop);
      await use(servers);
    },
    { auto: true },
  ],
});
