import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { validateDiscount } from '#contract/discounts/discounts.ts';
import { listDiscounts, toggleDiscount } from '#contract/discounts/discounts-admin.ts';
import { callApi } from './api.ts';
import { setBearerSource } from './bearer.ts';
import { fetchFile } from './fetch-file.ts';

const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
  Response.json({ success: false, message: 'no' }, { status: 400 }),
);

beforeEach(() => vi.stubGlobal('fetch', fetch.mockClear()));
afterEach(() => {
  vi.unstubAllGlobals();
  setBearerSource({ token: () => Promise.resolve(null), onRefused: () => undefined });
});

const signIn = () =>
  setBearerSource({ token: () => Promise.resolve('t'), onRefused: () => undefined });

async function headersOf(call: Promise<unknown>) {
  await call.catch(() => undefined);
  return fetch.mock.calls[0]?.[1].headers;
}

test.each([
  ['GET', () => callApi(listDiscounts)],
  ['PATCH', () => callApi(toggleDiscount)],
  ['download', () => fetchFile('/api/admin/orders/export.csv')],
] as const)('an authenticated %s without a body carries token and type', async (_, call) => {
  signIn();
  expect(await headersOf(call())).toEqual({
    'Content-Type': 'application/json',
    Authorization: 'Bearer t',
  });
});

test('a guest’s call carries no token, and the type of what it sends', async () => {
  expect(await headersOf(callApi(validateDiscount, { body: '{}' }))).toEqual({
    'Content-Type': 'application/json',
  });
  fetch.mockClear();
  expect(await headersOf(callApi(validateDiscount))).toEqual({});
});
