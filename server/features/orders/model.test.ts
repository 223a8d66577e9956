import { parse } from 'csv-parse/sync';
import fc, { type AsyncCommand, type Scheduler } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '#contract/base/audit.ts';
import { priceByDefault } from '#contract/testing/price-by-default.ts';
import { repeatChoice } from '#domain/pins/choice.ts';
import type { Answer } from '#server/testing/client.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { ACCOUNTS, type Action, action, CODES } from '#server/testing/model/actions.ts';
import { expectSame } from '#server/testing/model/expect-same.ts';
import { step } from '#server/testing/model/model.ts';
import { sumOf } from '#server/testing/model/model-money.ts';
import { isQuote, type Model, newModel, terms } from '#server/testing/model/model-order.ts';
import { DEPOSIT_RULE, openWorld, type World } from '#server/testing/model/world.ts';
import { countRuns, LONG, REPLAY, report, SEED } from '#server/testing/seed.ts';
import { databases } from '#server/testing/shop.ts';

/** Half of the runs are sequential, half concurrent. */
const ALL_RUNS = 500;
const RUNS = countRuns(LONG ? ALL_RUNS / 2 : 1);
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;
const options = { ...REPLAY, numRuns: RUNS, endOnFailure: true };

/** A line of the owner's file of orders. */
type Line = Record<'Pedido' | 'Total' | 'Abonado' | 'Saldo', string>;
type Command = AsyncCommand<Model, World>;
const describeAction = (what: Action) => JSON.stringify(what);

describe.each(databases)('orders and codes against a small model on %s', (kind) => {
  let world: World;
  let done = 0;
  beforeAll(async () => {
    world = await openWorld(kind, { isInjected: true });
  });
  afterAll(() => world.adminShop.shop.close());

  async function expectRight(model: Model): Promise<void> {
    await expectSame({ ...world, ...world.adminShop, db: world.adminShop.shop.context.db }, model);
    const reminded = model.orders.filter(({ isReminded, isErased }) => isReminded && !isErased);
    const jobs = world.adminShop.shop.context.db.queries.selectFrom('jobs').select('id');
    const reminders = await jobs.where('kind', '=', 'mail.payment_reminder').execute();
    expect(reminders).toHaveLength(reminded.length);
    const file = await (await world.adminShop.fetchFile('/orders/export.csv')).text();
    const lines = parse<Line>(file, { bom: true, delimiter: ';', columns: true });
    const told = lines.map(({ Pedido, Total, Abonado, Saldo }) => [Pedido, Total, Abonado, Saldo]);
    const expected = model.orders.flatMap((order, at) => {
      if (order.isDeleted || isQuote(order)) return [];
      const sums = [order.total, sumOf(order), order.total - sumOf(order)];
      return [[world.placed[at]?.id, ...sums.map(String)]];
    });
    expect(told.toSorted()).toEqual(expected.toSorted());
  }

  const inSequence = (what: Action): Command => ({
    check: () => true,
    toString: () => describeAction(what),
    run: async (model) => {
      const expected = step(model, what);
      const { status, body } = await world.act(what);
      done += 1;
      if (what.does === 'apply') {
        expect(status).toBe(200);
        expect(body.success ? body.discountAmount : null).toBe(expected);
      } else {
        expect(status).toBe(expected);
        expect(codesOf(expected, what)).toContain(body.code);
      }
      await expectRight(model);
    },
  });

  test('one by one: all answers and sums as in the model', { timeout: PATIENCE_MS }, async () => {
    const commands = fc.commands([action.map(inSequence)], { maxCommands: 30, size: 'max' });
    const property = fc.asyncProperty(commands, async (list) => {
      await world.reset();
      await fc.asyncModelRun(() => ({ model: newModel(DEPOSIT_RULE), real: world }), list);
    });
    await fc.assert(property, options);
    report(`${kind}: TEST_SEED=${SEED}, ${RUNS} sequences, ${done} actions`);
  });

  test('all at once: no use too many, and the books agree', { timeout: PATIENCE_MS }, async () => {
    done = 0;
    // An upload during which the model's days pass would be swept as abandoned.
    const quick = action.filter(({ does }) => does !== 'sendReceipt');
    const concurrent = fc.commands([quick.map((what) => atOnce(what))], {
      maxCommands: 40,
      size: 'max',
    });
    const property = fc.asyncProperty(concurrent, fc.scheduler(), async (list, scheduler) => {
      await world.reset();
      // Each account has an order, so that the first actions have something to change.
      for (const account of ACCOUNTS) await world.act({ ...first, account });
      underWay = [];
      begin = scheduler;
      await fc.scheduledModelRun(
        scheduler,
        () => ({ model: newModel(DEPOSIT_RULE), real: world }),
        list,
      );
      await scheduler.waitAll();
      await expectAgreement(await Promise.all(underWay));
    });
    await fc.assert(property, options);
    report(`${kind}: TEST_SEED=${SEED}, ${RUNS} rounds at once, ${done} actions`);
  });

  const first = {
    does: 'order',
    asGuest: false,
    code: 'DOSVECES',
    quantity: 1,
    city: 'Chillán',
  } as const;
  let begin: Scheduler;
  let underWay: Promise<{ what: Action; answer: Answer }>[] = [];

  /** Starts the action when the scheduler decides, without waiting for its end. */
  const atOnce = (what: Action): Command => ({
    check: () => true,
    toString: () => describeAction(what),
    run: async () => {
      const start = begin.schedule(Promise.resolve(), describeAction(what));
      underWay.push(start.then(async () => ({ what, answer: await world.act(what) })));
    },
  });

  /** Expects an audit entry for each version of an order, and a mail for each action in `MAIL_OF_ACTION`. */
  async function expectNothingLost(orders: readonly { id: string; version: number }[]) {
    const { queries } = world.adminShop.shop.context.db;
    const audit = await queries.selectFrom('audit_log').selectAll().execute();
    const entriesOf = Map.groupBy(audit, ({ entity_id }) => entity_id);
    for (const { id, version } of orders) {
      // An order that the shop opened has an entry of its first version, too.
      const entries = (entriesOf.get(id) ?? []).filter((entry) => entry.action !== 'order_opened');
      const versions = entries.flatMap((entry) => entry.version ?? []);
      const expected = Array.from({ length: version - 1 }, (_, at) => at + 2);
      expect(versions.sort((one, other) => one - other)).toEqual(expected);
    }
    const jobs = await queries.selectFrom('jobs').select(['kind', 'payload']).execute();
    // Mails to an erased person were deleted.
    const erased = audit
      .filter(({ action: what }) => what === 'erased')
      .map((each) => each.entity_id);
    for (const [action, mail] of Object.entries(MAIL_OF_ACTION)) {
      const acts = audit.filter(
        (each) => each.action === action && !erased.includes(each.entity_id),
      );
      const mails = jobs
        .filter(({ kind }) => kind === `mail.${mail}`)
        .filter(({ payload }) => !erased.includes(JSON.parse(payload).orderId));
      expect([action, mails.length]).toEqual([action, acts.length]);
    }
  }

  async function expectAgreement(results: { what: Action; answer: Answer }[]): Promise<void> {
    const { db } = world.adminShop.shop.context;
    done += results.length;
    for (const { what, answer } of results) {
      expect([200, 201, 202, 400, 404, 409, 429], describeAction(what)).toContain(answer.status);
      if (answer.status === 400) expect(codesOf(400, what)).toContain(answer.body.code);
    }
    expect(await findWrongSums(db)).toEqual([]);
    const rows = await db.queries
      .selectFrom('orders')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
    const deleted = await db.queries.selectFrom('audit_log').where('action', '=', 'removed');
    const gone = (await deleted.select('entity_id').execute()).map(({ entity_id }) => entity_id);
    const there = [...rows.map(({ id }) => id), ...gone];
    expect(there.sort()).toEqual(world.placed.map(({ id }) => id).sort());
    await expectNothingLost(rows);
    const quotes = await db.queries
      .selectFrom('order_quotes')
      .select('order_id')
      .where('accepted_at', 'is', null)
      .execute();
    const quoted = quotes.map(({ order_id }) => order_id);
    const live = rows.filter(({ id, deleted_at }) => deleted_at === null && !quoted.includes(id));
    const { body } = await world.adminShop.ask('/orders/stats');
    expect(body.stats).toMatchObject({
      totalOrders: live.length,
      pendingOrders: live.filter(({ status }) => status === 'pending').length,
    });
    for (const { deliveryData, items, quote } of world.placed) {
      if (quote) continue;
      const { discountCode } = deliveryData.pricing;
      const code = CODES.find((each) => each === discountCode);
      const discount = code ? terms[code].discount : null;
      expect(deliveryData.pricing).toEqual(
        priceByDefault({ images: items.map(repeatChoice), city: deliveryData.city, discount }),
      );
    }
    for (const code of CODES) {
      const flips = results.filter(
        ({ what }) => what.does === 'toggle' && what.code === code,
      ).length;
      const row = await db.queries
        .selectFrom('discount_codes')
        .select('is_active')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      expect(row.is_active, `${code} after ${flips} flips`).toBe(flips % 2 === 0 ? 1 : 0);
    }
    for (const account of ACCOUNTS) {
      const profile = await world.act({ does: 'join', account });
      expect(profile.status).toBe(200);
      const email = account === 0 ? 'ana@correo.cl' : 'berta@correo.cl';
      const own = live.filter((row) => (row.user_email ?? row.guest_email) === email);
      expect((await world.history(account)).map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    }
  }
});

/** Actions that send exactly one mail, with its kind. */
const MAIL_OF_ACTION: Partial<Record<AuditAction, string>> = {
  picture_requested: 'picture_requested',
  picture_replaced: 'picture_received',
  picture_restored: 'picture_restored',
  items_changed: 'order_changed',
  proof_sent: 'proof_sent',
  complaint_sent: 'complaint_received',
  cancel_requested: 'cancel_requested',
};

function codesOf(status: number | null, { does }: Action): (string | undefined)[] {
  if (status === 404) return ['not_found'];
  // A quote has no items yet; while it is made, its last day may pass.
  if (status === 400) return ['changeItems', 'quote'].includes(does) ? ['validation_failed'] : [];
  if (status === 429) return ['too_many_requests'];
  if (status !== 409) return [undefined];
  if (does === 'complain') return ['complaint_too_late'];
  if (does === 'changeItems') return ['order_under_way', 'order_cancelled'];
  if (['askPicture', 'sendPicture', 'restorePicture'].includes(does)) {
    return ['order_ended', 'pictures_settled', 'buyer_unreachable', 'order_incomplete'];
  }
  if (does === 'acceptQuote') return ['quote_ended'];
  if (does === 'pay' || does === 'payPart') return ['order_incomplete'];
  if (does === 'status') return ['order_incomplete', 'discount_unavailable'];
  if (does === 'sendReceipt') return ['order_ended', 'order_incomplete'];
  if (does === 'sendProof') return ['order_ended', 'order_incomplete', 'buyer_unreachable'];
  if (does === 'answerProof') return ['proof_answered'];
  if (does === 'mark') return ['order_ended', 'cancel_requested', 'order_incomplete'];
  if (does === 'reprint') return ['order_under_way'];
  if (does === 'cancel') return ['order_ended', 'order_under_way'];
  return [does === 'erase' ? 'order_under_way' : 'discount_unavailable'];
}
