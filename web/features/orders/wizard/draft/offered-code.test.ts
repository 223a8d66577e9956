import { expect, test } from 'vitest';
import { readOfferedCode } from '#web/features/orders/wizard/session.ts';

const SHOP = 'https://pines.cl';

test.each([
  ['/?codigo=BIENVENIDA10', 'BIENVENIDA10', '/'],
  ['/?codigo=%20bienvenida10+', 'BIENVENIDA10', '/'],
  ['/?utm=x&codigo=A&y=1#pedido=t', 'A', '/?utm=x&y=1#pedido=t'],
  ['/?codigo=%F0%9F%8E%84%00a%0Ab', '🎄AB', '/'],
  [`/?codigo=${'x'.repeat(50)}`, 'X'.repeat(20), '/'],
  ['/?codigo=', '', '/'],
])('%s carries %j and leaves %s behind', (path, code, cleaned) => {
  expect(readOfferedCode(SHOP + path)).toEqual({ code, cleaned });
});

test('an ordinary address carries none', () => {
  expect(readOfferedCode(`${SHOP}/?emailVerified=true`)).toBeNull();
});
