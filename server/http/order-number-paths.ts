import type { FastifyInstance } from 'fastify';
import { readOrderNumber } from '#domain/orders/order-number.ts';

const ORDER_PATH = /\/orders\/:id(?:\/|$)/;

/** Reads the order's number in the paths of all routes below, which people also type by hand. */
export function readOrderNumbersOfPaths(app: FastifyInstance): void {
  app.addHook<{ Params: { id?: string } }>(
    'preValidation',
    async ({ params, routeOptions: { url = '' } }) => {
      if (ORDER_PATH.test(url) && params.id) params.id = readOrderNumber(params.id);
    },
  );
}
