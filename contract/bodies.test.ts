import { expect, test } from 'vitest';
import { cancelOrder } from './orders.ts';
import { downloadSlips } from './parcels.ts';
import { pinWords } from './pins.ts';
import { nameOf } from './routes.ts';
import { problemsOf } from './rules.ts';

test('a buyer names the order by its link, by its number or by both', () => {
  const wrong = (body: object) => Object.keys(problemsOf(cancelOrder.body, body));
  expect(wrong({})).toEqual(['orderId']);
  expect(wrong({ token: '', orderId: null })).toEqual(['orderId']);
  for (const body of [{ token: 'a' }, { orderId: 'b' }, { token: 'a', orderId: 'b' }]) {
    expect(wrong(body)).toEqual([]);
  }
});

test('numbers of orders are read one by one, each once', () => {
  expect(downloadSlips.query?.parse({ ids: ' A-1 , B-2,,A-1' })).toEqual({ ids: ['A-1', 'B-2'] });
});

test('the words of a pin are such as we have letters for, the first missing ones named', () => {
  const said = (text: string) => problemsOf(pinWords, text).body;
  expect(said('Ñandú')).toBeUndefined();
  expect(said('a'.repeat(40))).toBeUndefined();
  expect(said('م'.repeat(40))).toMatch(/^No tenemos letras/);
  expect(said('محمدوى')).toMatch(/^No tenemos letras para esto: \S+( \S+){0,4}$/);
});

test('a call has a name by its path and method', () => {
  expect(nameOf(cancelOrder)).toBe('cancelOrder');
});
