import { type GeocoderDouble, openGeocoderDouble } from '#server/testing/geocoder.ts';
import { openTileServer, type TileServer } from './tile-server.ts';

/** Doubles of the servers of the map without a key. */
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
  answerWell({ geocoder });
  return { tiles, geocoder, close };
}

/** Knows only Ránquil. */
export function answerWell({ geocoder }: Pick<MapServers, 'geocoder'>) {
  geocoder.answer = (request, reply) => {
    const isKnown = decodeURIComponent(request.url ?? '').includes('Ránquil');
    const places = isKnown ? [{ lat: '-36.65', lon: '-72.55' }] : [];
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(places));
  };
}
