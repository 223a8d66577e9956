import { describe, expect, test } from 'vitest';
import { type AdminOrderDetail, adminOrderDetail } from '#contract/orders/orders-admin.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { ADMIN_EMAIL, detailed, refused } from '#server/testing/admin-shop.ts';
import { answerProof, lastProofToken, proofTokens, viewProof } from '#server/testing/proofs.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';
import { remindProofs } from './proof-news.ts';

const CROP = { x: 0.4, y: 0.6, diameter: 0.8, rotation: 15, background: null };

describe.each(databases)('proofs on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let ahead = 0;
  const env = { SHOP_EMAIL: 'hola@pines.cl' };
  const adminShop = useAdminShop(kind, { env, clock: () => Date.now() + ahead });

  const ask = (path: string, json?: object, method = 'POST', headers = {}) =>
    adminShop.ask(`/orders/${path}`, { method, headers, ...(json ? { json } : {}) });
  const send = (id: string, headers = {}) => ask(`${id}/proofs`, undefined, 'POST', headers);
  const move = (id: string, json: object, n = 1) => ask(`${id}/items/${n}`, json, 'PATCH');
  const read = async (id: string) => detailed(await ask(id, undefined, 'GET'));
  const tokenOf = (id: string) => lastProofToken(adminShop.shop, id);
  const answer = (token: string, given?: { approved: boolean; words?: string }) =>
    answerProof(adminShop.shop, token, given);
  const view = (token: string) => viewProof(adminShop.shop, token);
  const setStatus = (id: string, status: string) => ask(`${id}/status`, { status }, 'PATCH');
  const created = ({ status, body }: Awaited<ReturnType<typeof send>>): AdminOrderDetail => {
    expect(status).toBe(201);
    return adminOrderDetail.parse(body.order);
  };
  const placePaid = (pictures = 1) => adminShop.placePaid({ pictures });
  async function placeAsked(pictures = 1): Promise<{ id: string; token: string }> {
    const id = await placePaid(pictures);
    created(await send(id));
    return { id, token: await tokenOf(id) };
  }

  test('a buyer approves without an account; what was approved is frozen and the board continues', async () => {
    const id = await placePaid(2);
    expect(await adminShop.waitOf(id)).toBe('print');
    const sent = created(await send(id));
    expect(sent.proof).toMatchObject({ state: 'open', answeredAt: null, words: null });
    expect(sent.proof?.pins.map(({ quantity }) => quantity)).toEqual([1, 1]);
    expect(await adminShop.waitOf(id)).toBe('proof');
    const token = await tokenOf(id);

    const shown = await view(token);
    expect(shown).toMatchObject({ status: 200, body: { orderId: id, state: 'open' } });
    expect(Object.keys(shown.body).sort()).toEqual(
      ['answeredAt', 'expiresAt', 'items', 'orderId', 'state', 'success', 'undoMs'].sort(),
    );
    expect(await answer(token, { approved: true })).toMatchObject({
      status: 200,
      body: { state: 'approved' },
    });
    const { proof, history, progress } = await read(id);
    expect(proof).toMatchObject({ state: 'approved', hash: sent.proof?.hash });
    expect(history.at(-1)).toMatchObject({
      action: 'proof_answered',
      by: null,
      changes: [
        { field: 'proof', from: 'open', to: 'approved' },
        { field: 'pins', to: 2 },
        { field: 'hash', to: sent.proof?.hash },
      ],
    });
    expect(progress.steps.find(({ step }) => step === 'proof')?.isDone).toBe(true);
    expect(await adminShop.waitOf(id)).toBe('print');
    expect((await view(token)).body.state).toBe('approved');
    expect((await adminShop.mailed(id)).sort()).toEqual([
      'new_order',
      'order_received',
      'payment_received',
      'proof_answered',
      'proof_sent',
    ]);
    await ask(`${id}/payment`, undefined, 'DELETE');
    expect((await view(token)).body).toMatchObject({ isUnpaid: true });
  });

  testAbove(
    'sent in "Hoy" is withdrawn while its mail waits; the last is valid again',
    async () => {
      const withdraw = (id: string) => ask(`${id}/proofs`, undefined, 'DELETE');
      const sendUndoable = (id: string) => ask(`${id}/proofs`, { canUndo: true });
      const first = await placePaid();
      created(await sendUndoable(first));
      expect(await adminShop.waitOf(first)).toBe('proof');
      expect(detailed(await withdraw(first)).proof).toBeNull();
      expect(await adminShop.waitOf(first)).toBe('print');
      expect(await adminShop.mailed(first)).not.toContain('proof_sent');
      const { id, token } = await placeAsked();
      await answer(token, { approved: true });
      created(await sendUndoable(id));
      expect(detailed(await withdraw(id)).proof).toMatchObject({ state: 'approved' });
      expect((await view(token)).body).toMatchObject({ state: 'approved' });
      created(await sendUndoable(id));
      ahead += 60_000;
      expect(refused(await withdraw(id))).toBe('409 proof_settled');
      created(await send(id));
      expect(refused(await withdraw(id))).toBe('409 proof_settled');
    },
  );

  testAbove('words ask for changes; the crop is moved, and only the next link works', async () => {
    const { id, token } = await placeAsked();
    await answer(token, { approved: false, words: 'Más a la izquierda' });
    expect((await read(id)).proof).toMatchObject({ state: 'changes', words: 'Más a la izquierda' });
    expect(await adminShop.waitOf(id)).toBe('proof');
    const moved = detailed(await move(id, { crop: CROP }));
    expect(moved.items[0]?.crop).toEqual(CROP);
    expect(moved.history.at(-1)?.changes).toEqual([
      { field: 'item', to: 1 },
      { field: 'crop' },
      { field: 'proof', from: 'changes', to: 'void' },
    ]);
    expect(refused(await view(token))).toBe('404 not_found');
    created(await send(id));
    expect(refused(await answer(token))).toBe('404 not_found');
    expect((await answer(await tokenOf(id))).status).toBe(200);
    expect(await adminShop.waitOf(id)).toBe('print');
  });

  testAbove('an approval is void once a crop moves, and not by the same crop', async () => {
    const { id, token } = await placeAsked();
    detailed(await move(id, { crop: CROP }));
    created(await send(id));
    await answer(await tokenOf(id));
    const { version } = await read(id);
    expect(detailed(await move(id, { crop: CROP })).version).toBe(version);
    expect((await read(id)).proof?.state).toBe('approved');
    const after = detailed(await move(id, { crop: { ...CROP, rotation: 16 } }));
    expect(after.proof?.state).toBe('void');
    expect(await adminShop.waitOf(id)).toBe('proof');
    expect(refused(await view(token))).toBe('404 not_found');
    expect(after.progress).toMatchObject({ proof: 'void' });
  });

  testAbove('another picture starts anew, and the one before stays until the print', async () => {
    const { id, token } = await placeAsked(2);
    const before = await read(id);
    const [imageUrl = ''] = await addPictures(adminShop.shop.context, 1);
    const after = detailed(await move(id, { imageUrl, originalName: 'nueva.png' }, 2));
    expect(after.images).toEqual([before.images[0], imageUrl]);
    expect(after.items[1]?.originalName).toBe('nueva.png');
    expect(after.proof?.state).toBe('void');
    expect(refused(await view(token))).toBe('404 not_found');
    expect(after.previousPictures).toMatchObject([{ n: 2, imageUrl: before.images[1] }]);
    const email = 'otra@correo.cl';
    const [taken] = (await adminShop.place({ delivery: { email } })).images;
    expect(refused(await move(id, { imageUrl: taken }, 2))).toBe('409 image_already_ordered');
    const strange = '/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp';
    expect(refused(await move(id, { imageUrl: strange }, 2))).toBe('400 image_not_found');
    expect(refused(await move(id, {}, 2))).toBe('400 validation_failed');
    expect(refused(await move(id, { crop: CROP }, 3))).toBe('404 not_found');
    const stale = await ask(`${id}/items/1`, { crop: CROP }, 'PATCH', { 'if-match': '"1"' });
    expect(refused(stale)).toBe('409 order_changed');
    expect(refused(await move(id, { crop: { ...CROP, x: 2 } }))).toBe('400 validation_failed');
  });

  testAbove('forged, foreign and broken tokens open nothing, and all say the same', async () => {
    const { id, token } = await placeAsked();
    const other = await placeAsked();
    const [proofId = '', signature = ''] = token.split('.');
    const [otherId = ''] = other.token.split('.');
    const texts = new Set<unknown>();
    for (const wrong of [
      `${otherId}.${signature}`,
      `${proofId}.${signature.slice(0, -1)}`,
      `${proofId}.${'A'.repeat(signature.length)}`,
      `${id}.${signature}`,
      proofId,
      '.',
      'nada',
    ]) {
      const shown = await view(wrong);
      expect([wrong, refused(shown)]).toEqual([wrong, '404 not_found']);
      expect(refused(await answer(wrong))).toBe('404 not_found');
      texts.add(shown.body.message);
    }
    expect(texts.size).toBe(1);
    expect((await read(id)).proof?.state).toBe('open');
  });

  testAbove('is reminded of once after three days; its link is dead after fourteen', async () => {
    const { id, token } = await placeAsked();
    const reminders = async () =>
      (await adminShop.mailed(id)).filter((mail) => mail === 'proof_reminder').length;
    try {
      ahead = 3 * DAY_MS - 60_000;
      await remindProofs(adminShop.shop.context);
      expect(await reminders()).toBe(0);
      ahead = 3 * DAY_MS + 60_000;
      const { context } = adminShop.shop;
      await Promise.all([remindProofs(context), remindProofs(context), remindProofs(context)]);
      await remindProofs(context);
      expect(await reminders()).toBe(1);
      expect((await read(id)).proof?.remindedAt).not.toBeNull();
      ahead = 14 * DAY_MS - 60_000;
      expect((await view(token)).status).toBe(200);
      ahead = 14 * DAY_MS + 60_000;
      expect(refused(await view(token))).toBe('404 not_found');
      expect(refused(await answer(token))).toBe('404 not_found');
      expect(await adminShop.waitOf(id)).toBe('proof');
      const late = await placeAsked();
      ahead += 15 * DAY_MS;
      await remindProofs(context);
      expect(await adminShop.mailed(late.id)).not.toContain('proof_reminder');
    } finally {
      ahead = 0;
    }
  });

  testAbove('is not asked again once answered, or its order ended', async () => {
    const [answered, cancelled, deleted, refunded] = [
      await placeAsked(),
      await placeAsked(),
      await placeAsked(),
      await placeAsked(),
    ];
    await answer(answered.token);
    await setStatus(cancelled.id, 'cancelled');
    await ask(deleted.id, undefined, 'DELETE');
    await ask(`${refunded.id}/refunds`, { how: 'cash' });
    try {
      ahead = 4 * DAY_MS;
      await remindProofs(adminShop.shop.context);
    } finally {
      ahead = 0;
    }
    for (const { id } of [answered, cancelled, deleted, refunded]) {
      expect(await adminShop.mailed(id)).not.toContain('proof_reminder');
    }
    for (const { token } of [cancelled, deleted, refunded]) {
      expect(refused(await view(token))).toBe('404 not_found');
      expect(refused(await answer(token))).toBe('404 not_found');
    }
    for (const path of ['proofs', 'picture-requests']) {
      const json = { items: [1], words: 'Otra' };
      expect(refused(await ask(`${refunded.id}/${path}`, json))).toBe('409 order_ended');
    }
    await setStatus(cancelled.id, 'pending');
    expect((await answer(cancelled.token)).status).toBe(200);
  });

  testRace('two answers at once: one counts, the other is told', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, token } = await placeAsked();
      const answers = await Promise.all([
        answer(token, { approved: true }),
        answer(token, { approved: false, words: 'No' }),
        answer(token, { approved: true }),
      ]);
      expect(answers.map(refused).sort()).toEqual([
        '200 ok',
        '409 proof_answered',
        '409 proof_answered',
      ]);
      const { proof, history } = await read(id);
      const winner = answers.find(({ status }) => status === 200);
      expect(proof?.state).toBe(winner?.body.state);
      expect(history.filter(({ action }) => action === 'proof_answered')).toHaveLength(1);
    }
  });

  testRace('approved while another admin moves the crop: never approved as it is now', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await placeAsked();
      const both = [() => answer(token), () => move(id, { crop: { ...CROP, rotation: round } })];
      const [one, two] = round % 2 ? both : both.reverse();
      const results = await Promise.all([one?.(), two?.()]);
      const answered = results[round % 2 ? 0 : 1];
      expect(['200 ok', '404 not_found']).toContain(answered && refused(answered));
      expect((await read(id)).proof?.state).toBe('void');
      expect(await adminShop.waitOf(id)).toBe('proof');
    }
  });

  testRace('approved while it is replaced: the old link never approves the new proof', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await placeAsked();
      const [answered, sent] = await Promise.all(
        round % 2 ? [answer(token), send(id)] : [send(id), answer(token)].reverse(),
      );
      expect(sent?.status).toBe(201);
      expect(['200 ok', '404 not_found']).toContain(answered && refused(answered));
      const { proof, history } = await read(id);
      const last = history.at(-1)?.action;
      expect(last).toBe('proof_sent');
      expect(proof?.state).toBe('open');
      expect(refused(await view(token))).toBe('404 not_found');
      expect((await view(await tokenOf(id))).body.state).toBe('open');
    }
  });

  testRace('cancelled while it is answered: the order ends so, its link is dead', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, token } = await placeAsked();
      const [answered, cancelled] = await Promise.all([answer(token), setStatus(id, 'cancelled')]);
      expect(cancelled.status).toBe(200);
      expect(['200 ok', '404 not_found']).toContain(refused(answered));
      expect((await read(id)).status).toBe('cancelled');
      expect(refused(await view(token))).toBe('404 not_found');
    }
  });

  testRace('two admins send at once: one is told, and one proof counts', async () => {
    const id = await placePaid();
    const headers = { 'if-match': '"2"' };
    const answers = await Promise.all([send(id, headers), send(id, headers)]);
    expect(answers.map(refused).sort()).toEqual(['201 ok', '409 order_changed']);
    await Promise.all([send(id), send(id), send(id)]);
    const tokens = await proofTokens(adminShop.shop, id);
    const states = await Promise.all(tokens.map(async (token) => (await view(token)).status));
    expect(states.sort()).toEqual([200, 404, 404, 404]);
  });

  testAbove('an approval by telephone is recorded with its giver, and ends the link', async () => {
    const { id, token } = await placeAsked();
    const order = created(await ask(`${id}/proofs/approved`, { givenBy: 'Rosa', channel: 'chat' }));
    expect(order.proof).toMatchObject({
      state: 'approved',
      sentAt: null,
      words: 'Aprobado por chat: Rosa',
    });
    expect(order.history.at(-1)).toMatchObject({
      action: 'proof_recorded',
      by: { email: ADMIN_EMAIL },
      reason: 'Aprobado por chat: Rosa',
    });
    expect(refused(await view(token))).toBe('404 not_found');
    expect(await adminShop.waitOf(id)).toBe('print');
  });

  testAbove('is for orders that are under way and have a mailbox', async () => {
    const id = await placePaid();
    await setStatus(id, 'completed');
    expect(refused(await send(id))).toBe('409 order_ended');
    expect(refused(await ask(`${id}/proofs/approved`, {}))).toBe('409 order_ended');
    expect(refused(await move(id, { crop: CROP }))).toBe('409 order_ended');
    expect(refused(await send('NADIE'))).toBe('404 not_found');
    const lost = await placePaid();
    await setRows(
      adminShop.shop.context,
      'orders',
      { id: lost },
      { user_email: null, email: null },
    );
    expect(refused(await send(lost))).toBe('409 buyer_unreachable');
  });

  testAbove('a press sheet names orders whose proof is open', async () => {
    const [asked, plain] = [await placeAsked(), await placePaid()];
    const { status, body } = await adminShop.ask('/sheets', {
      json: { orderIds: [asked.id, plain] },
    });
    expect(status).toBe(202);
    expect(body.sheet).toMatchObject({ unapproved: [asked.id] });
    const { id } = JSON.parse(JSON.stringify(body.sheet));
    await answer(asked.token);
    expect((await adminShop.ask(`/sheets/${id}`)).body.sheet).toMatchObject({ unapproved: [] });
  });
});
