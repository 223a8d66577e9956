import { expect, test, vi } from 'vitest';
import { refundOrder } from '#contract/payments/refunds-admin.ts';
import { accountState } from '#web/lib/account.ts';
import { callAdmin } from './call-admin.ts';

test('a change carries its version and its key', async () => {
  const user = { uid: 'jefa', email: 'jefa@pines.cl', emailVerified: true, providers: [] };
  const metadata = { creationTime: null, lastSignInTime: null };
  accountState.set({ name: 'signedIn', account: { ...user, metadata, isAdmin: true } });
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  const call = { params: { id: 'A' }, body: {}, version: 3, idempotencyKey: 'doble' };
  await callAdmin(refundOrder, call).catch(() => undefined);
  expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({
    'If-Match': '"3"',
    'Idempotency-Key': 'doble',
  });
  vi.unstubAllGlobals();
  accountState.set({ name: 'guest' });
});
