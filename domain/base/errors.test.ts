import { expect, test } from 'vitest';
import { ERROR_CODES, ShopError } from './errors.ts';

test('error codes are written in snake_case', () => {
  for (const code of ERROR_CODES) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

test('a refusal is an Error that carries its code and details', () => {
  const fields = { 'deliveryData.phone': 'El teléfono es obligatorio' };
  const refusal = new ShopError('validation_failed', { message: 'Falta algo', fields });
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({
    name: 'ShopError',
    code: 'validation_failed',
    message: 'Falta algo',
    details: { fields },
  });
});

test('a refusal without a text of its own is named by its code in the log', () => {
  expect(new ShopError('not_found')).toMatchObject({ message: 'not_found', details: {} });
});
