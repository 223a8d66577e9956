import { describe, expect } from 'vitest';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { mailJobsOf } from '#server/testing/jobs.ts';
import { answerProof, lastProofToken, undoProofAnswer, viewProof } from '#server/testing/proofs.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';
import { readProofAnswer } from './proof-news.ts';

describe.each(databases)('the answer to a proof on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let ahead = 0;
  const env = { SHOP_EMAIL: 'hola@pines.cl' };
  const adminShop = useAdminShop(kind, { env, clock: () => Date.now() + ahead });

  const ask = (path: string, json?: object, method = 'POST') =>
    adminShop.ask(`/orders/${path}`, { method, ...(json ? { json } : {}) });
  const read = async (id: string) => detailed(await ask(id, undefined, 'GET'));
  const undo = (token: string) => undoProofAnswer(adminShop.shop, token);
  const answer = (token: string, given?: Parameters<typeof answerProof>[2]) =>
    answerProof(adminShop.shop, token, given);
  async function placeAsked(pictures = 1) {
    const id = await adminShop.placePaid({ pictures });
    expect((await ask(`${id}/proofs`)).status).toBe(201);
    return { id, token: await lastProofToken(adminShop.shop, id) };
  }
  const print = (id: string) => adminShop.change(`${id}/marks/printed`, {});

  testAbove('is taken back within a minute, and given anew', async () => {
    const { id, token } = await placeAsked();
    const given = await answer(token);
    expect(given.body).toMatchObject({ state: 'approved', undoMs: 60_000 });
    expect(refused(await answer(token, { approved: false }))).toBe('409 proof_answered');
    expect((await undo(token)).body).toMatchObject({ state: 'open' });
    expect((await read(id)).proof).toMatchObject({ state: 'open', answeredAt: null, words: null });
    // A retry is accepted: the first response may have been lost.
    expect((await undo(token)).status).toBe(200);
    expect((await answer(token, { approved: false, words: 'Más arriba' })).status).toBe(200);
    const { proof, history } = await read(id);
    expect(proof).toMatchObject({ state: 'changes', words: 'Más arriba' });
    expect(history.map(({ action }) => action).slice(-3)).toEqual([
      'proof_answered',
      'proof_undone',
      'proof_answered',
    ]);
  });

  testAbove('is mailed to the shop once it is final, and only the last one', async () => {
    const { id, token } = await placeAsked();
    await answer(token);
    await undo(token);
    await answer(token, { approved: false, words: 'Más arriba' });
    const { context } = adminShop.shop;
    const jobs = await mailJobsOf(context.db, id, 'proof_answered');
    expect(jobs.map(({ run_at, created_at }) => run_at - created_at)).toEqual([60_000, 60_000]);
    const read = ({ payload }: { payload: string }) =>
      readProofAnswer(context, { orderId: id, changeId: JSON.parse(payload).changeId });
    expect(await Promise.all(jobs.map(read))).toEqual([
      null,
      expect.objectContaining({ isApproved: false, words: 'Más arriba' }),
    ]);
  });

  testAbove('is taken back five times at most', async () => {
    const { token } = await placeAsked();
    for (let round = 0; round < 5; round += 1) {
      await answer(token);
      expect((await undo(token)).status).toBe(200);
    }
    await answer(token);
    expect(refused(await undo(token))).toBe('409 proof_settled');
  });

  testAbove('is final after a minute, and once its pins are being printed', async () => {
    const late = await placeAsked();
    const printed = await placeAsked();
    const onSheet = await placeAsked();
    for (const { token } of [late, printed, onSheet]) await answer(token);
    expect((await print(printed.id)).status).toBe(200);
    const sheet = await adminShop.ask('/sheets', { json: { orderIds: [onSheet.id] } });
    expect(sheet.status).toBe(202);
    for (const { token } of [printed, onSheet]) {
      expect(refused(await undo(token))).toBe('409 proof_settled');
    }
    try {
      ahead = 60_001;
      expect((await viewProof(adminShop.shop, late.token)).body.undoMs).toBe(0);
      expect(refused(await undo(late.token))).toBe('409 proof_settled');
    } finally {
      ahead = 0;
    }
    for (const { id } of [late, printed, onSheet]) {
      expect((await read(id)).proof?.state).toBe('approved');
    }
  });

  testAbove('is not taken back with a forged token, nor once another proof was sent', async () => {
    const { id, token } = await placeAsked();
    await answer(token);
    expect(refused(await undo(`${token}x`))).toBe('404 not_found');
    await ask(`${id}/proofs`);
    expect(refused(await undo(token))).toBe('404 not_found');
  });

  testRace('taken back and given at once: one answer is kept, or none', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await placeAsked();
      await answer(token);
      const both = [() => undo(token), () => answer(token, { approved: false, words: 'No' })];
      const results = await Promise.all((round % 2 ? both : both.toReversed()).map((go) => go()));
      expect(results.some(({ status }) => status === 200)).toBe(true);
      const { proof, history } = await read(id);
      const answers = history.filter(({ action }) => action === 'proof_answered').length;
      expect([proof?.state, answers]).toEqual(answers === 2 ? ['changes', 2] : ['open', 1]);
    }
  });

  testRace('taken back while it is printed: never after the print', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await placeAsked();
      await answer(token);
      const both = [() => print(id), () => undo(token)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((go) => go()));
      const { proof, history } = await read(id);
      const actions = history.map(({ action }) => action);
      expect(actions).toContain('mark_set');
      if (proof?.state === 'approved') expect(actions).not.toContain('proof_undone');
      else expect(actions.indexOf('proof_undone')).toBeLessThan(actions.indexOf('mark_set'));
    }
  });

  testRace('taken back while its sheet is asked for: never after the sheet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await placeAsked();
      await answer(token);
      const askForSheet = () => adminShop.ask('/sheets', { json: { orderIds: [id] } });
      const both = [askForSheet, () => undo(token)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((go) => go()));
      const { proof, history } = await read(id);
      const actions = history.map(({ action }) => action);
      expect(actions).toContain('sheet_requested');
      if (proof?.state === 'approved') expect(actions).not.toContain('proof_undone');
      else expect(actions.indexOf('proof_undone')).toBeLessThan(actions.indexOf('sheet_requested'));
    }
  });

  testAbove('names single pictures, in their order, before the words for all', async () => {
    const { id, token } = await placeAsked(3);
    const remarks = [
      { n: 3, words: 'más clara' },
      { n: 1, words: 'más arriba' },
    ];
    expect((await answer(token, { approved: false, words: 'Gracias', remarks })).status).toBe(200);
    expect((await read(id)).proof?.words).toBe(
      'Imagen 1: más arriba\nImagen 3: más clara\nGracias',
    );
  });
});
