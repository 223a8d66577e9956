import { describe, expect, test } from 'vitest';
import { updateStages } from '#server/features/orders/order.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { answerProof, lastProofToken, viewProof } from '#server/testing/proofs.ts';
import { recordQueries } from '#server/testing/record-queries.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const CROP = { x: 0.5, y: 0.5, diameter: 0.9, rotation: 0, background: '#ffffff' };

describe.each(anyDatabase)('whether proofs are asked for on %s', (kind) => {
  const adminShop = useAdminShop(kind, { env: { PROOF: 'always' } });

  const setMode = (proof: 'off' | 'ask' | 'always') => {
    const { context } = adminShop.shop;
    context.config = { ...context.config, proof };
  };
  const post = (path: string, json?: object) =>
    adminShop.ask(`/orders/${path}`, { method: 'POST', ...(json ? { json } : {}) });

  test('always: a paid order waits for the approval, and again once a crop moves', async () => {
    const id = await adminShop.placePaid();
    expect(await adminShop.waitOf(id)).toBe('proof');
    await post(`${id}/proofs`);
    await answerProof(adminShop.shop, await lastProofToken(adminShop.shop, id));
    expect(await adminShop.waitOf(id)).toBe('print');
    const json = { crop: CROP };
    await adminShop.change(`${id}/items/1`, json, 'PATCH');
    expect(await adminShop.waitOf(id)).toBe('proof');
    await post(`${id}/proofs/approved`, {});
    expect(await adminShop.waitOf(id)).toBe('print');
  });

  test('off: no proof can be sent and links open nothing; ask: no order waits that was not asked', async () => {
    const [asked, plain] = [await adminShop.placePaid(), await adminShop.placePaid()];
    await post(`${asked}/proofs`);
    const token = await lastProofToken(adminShop.shop, asked);
    try {
      setMode('off');
      expect(refused(await post(`${plain}/proofs`))).toBe('409 proofs_off');
      expect(refused(await post(`${plain}/proofs/approved`, {}))).toBe('409 proofs_off');
      expect(refused(await viewProof(adminShop.shop, token))).toBe('404 not_found');
      await updateStages(adminShop.shop.context);
      expect([await adminShop.waitOf(asked), await adminShop.waitOf(plain)]).toEqual([
        'print',
        'print',
      ]);
      setMode('ask');
      await updateStages(adminShop.shop.context);
      expect([await adminShop.waitOf(asked), await adminShop.waitOf(plain)]).toEqual([
        'proof',
        'print',
      ]);
    } finally {
      setMode('always');
    }
    // Like two processes that start at once.
    const counts = await Promise.all([1, 2].map(() => updateStages(adminShop.shop.context)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect([await adminShop.waitOf(asked), await adminShop.waitOf(plain)]).toEqual([
      'proof',
      'proof',
    ]);
    const { context } = adminShop.shop;
    const queries = recordQueries(context);
    const countQueries = async () => {
      queries.length = 0;
      expect(await updateStages(context)).toBe(0);
      return queries.length;
    };
    const once = await countQueries();
    await adminShop.placePaid();
    // A start reads many orders at once.
    expect(await countQueries()).toBe(once);
  });
});
