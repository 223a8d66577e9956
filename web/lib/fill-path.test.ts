import { expect, it } from 'vitest';
import { fillPath } from './fill-path.ts';

it('puts parameters into the path, safely', () => {
  expect(fillPath('/admin/orders/{id}/pictures/{n}', { id: 'A/B ñ', n: '2' })).toBe(
    '/admin/orders/A%2FB%20%C3%B1/pictures/2',
  );
});

it('asks for what is given and leaves blanks out', () => {
  const query = { status: 'pending', q: 'José & Ana', type: '', from: undefined, cursor: null };
  expect(fillPath('/admin/orders', {}, query)).toBe(
    '/admin/orders?status=pending&q=Jos%C3%A9+%26+Ana',
  );
});
