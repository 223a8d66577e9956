import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { listen } from '#server/testing/listen.ts';

export type TileServer = {
  /** For MAP_TILES_URL. */
  template: string;
  /** The requests, with the referrer of each. */
  asked: { path: string; referrer: string }[];
  /** Answers, refuses, or never responds. */
  mode: 'works' | 'fails' | 'hangs';
  close: () => Promise<void>;
};

/** A local tile server: every tile is the same pale square with an edge. */
export async function openTileServer(): Promise<TileServer> {
  const edge = { create: { width: 256, height: 256, channels: 3 as const, background: '#b9cf9f' } };
  const inner = await sharp({
    create: { ...edge.create, width: 252, height: 252, background: '#e8efd9' },
  })
    .png()
    .toBuffer();
  const tile = await sharp(edge)
    .composite([{ input: inner }])
    .png()
    .toBuffer();
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, reply) => {
    tiles.asked.push({ path: request.url ?? '', referrer: request.headers.referer ?? '' });
    if (tiles.mode === 'hangs') waiting.add(reply);
    else if (tiles.mode === 'fails') reply.writeHead(503).end();
    else reply.writeHead(200, { 'content-type': 'image/png' }).end(tile);
  });
  const { url, close } = await listen(server);
  const tiles: TileServer = { template: `${url}/{z}/{x}/{y}.png`, asked: [], mode: 'works', close };
  return tiles;
}
