import { type GeocoderDouble, openGeocoderDouble } from '#server/testing/geocoder.ts';
import { forgetGeocoder } from './database.ts';
import { startShop } from './server.ts';
import { test as base } from './test.ts';
import { openTileServer, type TileServer } from './tile-server.ts';

export type MapServers = {
  tiles: TileServer;
  geocoder: GeocoderDouble;
  close: () => Promise<void>;
};

export async function openMapServers(): Promise<MapServers> {
  const tiles = await openTileServer();
  const geocoder = await openGeocoderDouble();
  const close = async () => {
    await geocoder.close();
    await tiles.close();
  };
  return { tiles, geocoder, close };
}

/** Knows Ránquil, and nothing else. */
export function answerWell({ geocoder }: Pick<MapServers, 'geocoder'>) {
  geocoder.answer = (request, reply) => {
    const isKnown = decodeURIComponent(request.url ?? '').includes('Ránquil');
    const places = isKnown ? [{ lat: '-36.65', lon: '-72.55' }] : [];
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(places));
  };
}

/** A shop whose map leans on a tile server and a geocoder of this machine. */
export const test = base.extend<{ map: MapServers }, { servers: MapServers }>({
  servers: [
    async ({}, use) => {
      const servers = await openMapServers();
      await use(servers);
      await servers.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ servers: { tiles, geocoder } }, use) => {
      const shop = await startShop({
        MAP_TILES_URL: tiles.template,
        GEOCODER_URL: geocoder.url,
      });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
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
