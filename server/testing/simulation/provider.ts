import { vi } from 'vitest';
import type { OpenProvider, ProviderServer } from '#server/testing/provider-server.ts';
import { type Border, cross } from './ports.ts';

const ADDRESS = 'https://pagos.prueba';

/**
 * Returns a function that opens a provider's double in this process: requests of the shop to its
 * URL reach it over an unreliable network, until globals are restored.
 * @param border returns the border of the process that sends
 */
export function nearby(border: () => Border): OpenProvider {
  return async (answer) => {
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}): Promise<Response> => {
      const { method = 'GET', body, signal } = init;
      const url = new URL(address);
      if (url.origin !== ADDRESS) throw new TypeError(`nobody is at ${url.origin}`);
      const headers = Object.fromEntries(new Headers(init.headers));
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
      const call = { name: `${method} ${url.pathname}`, url, headers, body: sent };
      const { takeTurn, strike } = border();
      // Only idempotent calls may arrive twice.
      const mayRepeat = method === 'PUT' || 'x-idempotency-key' in headers;
      const own: Border = {
        takeTurn,
        strike: (port) => {
          const how = strike(port);
          return how === 'twice' && !mayRepeat ? null : how;
        },
      };
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      const reply = await Promise.race([cross(own, 'payments', () => answer(call)), givenUp]);
      return Response.json(reply.json ?? {}, { status: reply.status });
    });
    const rig: ProviderServer = {
      url: ADDRESS,
      calls: [],
      faults: [],
      isAway: false,
      close: async () => undefined,
    };
    return rig;
  };
}
