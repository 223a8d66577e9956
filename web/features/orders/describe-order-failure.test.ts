import { expect, test } from 'vitest';
import { CONNECTION_LOST, LostAnswer, Refusal, toApiError } from '#web/lib/api.ts';
import { describeOrderFailure } from './describe-order-failure.ts';

test.each([
  [
    'the shop’s reason',
    new Refusal(400, { success: false, message: 'No quedan pines' }),
    'No quedan pines',
  ],
  ['a refusal without words', new Refusal(400, {}), 'Error desconocido'],
  [
    'success false in a good answer',
    toApiError(200, { success: false }, null),
    'Error desconocido',
  ],
  ['a lost connection', new LostAnswer(CONNECTION_LOST), CONNECTION_LOST],
  [
    'an answer nobody can read',
    new LostAnswer('', null, 500),
    'Error al crear el pedido. Por favor intenta de nuevo.',
  ],
  ['no error at all', undefined, 'Error al crear el pedido. Por favor intenta de nuevo.'],
])('%s has its text', (_, error, text) => expect(describeOrderFailure(error)).toBe(text));
