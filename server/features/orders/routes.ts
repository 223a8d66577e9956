import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deliveryProblems } from '#contract/delivery.ts';
import { ORDER_PLACED } from '#contract/messages.ts';
import { createOrder } from '#contract/orders.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { fieldsOf, validationError } from '../../http/errors.ts';
import { limitRate } from '../../http/limits.ts';
import { serve, succeed } from '../../http/route.ts';
import { placeOrder } from './place-order.ts';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

export function orderRoutes(app: FastifyInstance, context: Context): void {
  serve(
    app,
    createOrder,
    async ({ body, buyer, request, reply }) => {
      refuseWrongFields(request, buyer !== null);
      const key = readKey(request);
      const { order, replayed } = await placeOrder(context, { body, buyer, key });
      if (replayed) reply.header('idempotency-replayed', 'true');
      request.log.info({ order: order.id, replayed }, 'order placed');
      return succeed({ message: ORDER_PLACED, order });
    },
    {
      onRequest: [limitRate(context, { name: 'order', points: 1200, seconds: 3600 })],
      attachValidation: true,
    },
  );
}

/** Says everything that is wrong at once: the body's form and the delivery form's rules. */
function refuseWrongFields(request: FastifyRequest, signedIn: boolean): void {
  const { validationError: error, body } = request;
  if (error && Object.keys(fieldsOf(error)).length === 0) throw error;
  const fields = { ...deliveryProblems(body, { signedIn }), ...fieldsOf(error) };
  if (Object.keys(fields).length > 0) throw validationError(fields);
}

/** @throws ShopError `idempotency_key_invalid` */
function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !PRINTABLE.test(key)) {
    throw new ShopError('idempotency_key_invalid');
  }
  return key;
}
