import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { MIDDLE_CROP } from '#domain/crops.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { pictureName } from './pictures.ts';

/** Of each order's first picture: its square is drawn for the mail, those of the others are kept. */
const MOVED_CROP = { ...MIDDLE_CROP, x: 0.45, diameter: 0.8, rotation: 20 };
export const PICTURES = 3;

export type Seen = { seconds: number; times: number[] };

/** Places so many orders by so many clients, each of which waits for its answer. */
export async function placeOrders(
  url: string,
  { clients, orders, first }: { clients: number; orders: number; first: number },
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let sent = 0;
  const start = performance.now();
  const client = async () => {
    while (sent < orders) {
      const at = first + PICTURES * sent;
      sent += 1;
      const body = bodyOf(at);
      const begun = performance.now();
      await post(agent, `${url}/api/orders`, body);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { seconds, times };
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

function post(agent: Agent, url: string, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
