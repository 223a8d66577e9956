import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { loadWith, post } from '../post.ts';
import { pictureName } from './pictures.ts';

/** Crop of each order's first picture: its square is drawn for the mail, those of others exist. */
const MOVED_CROP = { ...MIDDLE_CROP, x: 0.45, diameter: 0.8, rotation: 20 };
export const PICTURES = 3;

/** Places orders with concurrent clients, each of which waits for its response, for some seconds at most. */
export async function placeOrders(
  url: string,
  {
    clients,
    orders,
    first,
    seconds = Number.POSITIVE_INFINITY,
  }: { clients: number; orders: number; first: number; seconds?: number },
): Promise<{ seconds: number; times: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const seen = await loadWith({ clients, calls: orders, seconds }, (number) =>
    post(agent, `${url}/api/orders`, bodyOf(first + PICTURES * number), {
      status: 201,
      headers: { 'idempotency-key': randomUUID() },
    }),
  );
  agent.destroy();
  return seen;
}

const sample = JSON.stringify(
  makeOrder({
    images: Array.from({ length: PICTURES }, (_, at) => ({
      imageUrl: `{${at}}`,
      ...(at === 0 ? { crop: MOVED_CROP } : {}),
    })),
  }),
);

function bodyOf(first: number): string {
  return sample.replaceAll(
    /\{(\d)\}/g,
    (_, at) => `/files/${pictureName(first + Number(at))}.webp`,
  );
}
