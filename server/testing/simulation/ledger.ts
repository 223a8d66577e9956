import { expect } from 'vitest';
import type { Model } from '#server/testing/model/model-order.ts';
import type { SimulatedShop } from './simulated-shop.ts';

/** Actions in the audit log that send exactly one mail, with its kind. */
const MAIL_OF_ACTION = {
  picture_requested: 'picture_requested',
  picture_replaced: 'picture_received',
  picture_restored: 'picture_restored',
  proof_sent: 'proof_sent',
  proof_answered: 'proof_answered',
  complaint_sent: 'complaint_received',
  cancel_requested: 'cancel_requested',
} as const;

/** More milliseconds than the clock advances during a check. */
const LOOK_MS = 10_000;

/** Checks that the shop has done its jobs exactly once. */
export type Ledger = {
  /** Returns the number of waiting mails. */
  countOpen: () => Promise<number>;
  /** Allows this many mails to be deleted with an erased person. */
  allowDropped: (mails: number) => void;
  /** Throws when a job or a mail was lost or done twice. */
  check: (model: Model) => Promise<void>;
  /** Returns what the shop has stored, a line for each row. */
  list: () => Promise<string[]>;
};

export function createLedger({ db, mail, now, files }: SimulatedShop): Ledger {
  let dropped = 0;
  const readJobs = () => db().queries.selectFrom('jobs').selectAll().orderBy('id').execute();
  const readAudit = () => db().queries.selectFrom('audit_log').selectAll().orderBy('id').execute();

  /**
   * Expects that every file of an order exists, and that every other file has a job that removes
   * it.
   */
  async function expectReceipts(model: Model): Promise<void> {
    const rows = await db().queries.selectFrom('order_receipts').select('file').execute();
    const named = rows.flatMap(({ file }) => file ?? []);
    expect(
      named.filter((file) => !files.has(file)),
      'receipts that are lost',
    ).toEqual([]);
    const kept = model.orders.filter(({ hasReceipt, isGone }) => hasReceipt && !isGone).length;
    expect(named, 'receipts').toHaveLength(kept);
    const jobs = (await readJobs()).filter(({ kind }) => kind === 'receipt.remove');
    const left = [...files.keys()]
      .filter((file) => file.endsWith('.receipt') && !named.includes(file))
      .filter((file) => !jobs.some(({ payload }) => payload.includes(file)));
    expect(left, 'receipts of no order').toEqual([]);
  }

  return {
    countOpen: async () => (await readJobs()).filter(({ state }) => state !== 'done').length,
    allowDropped: (mails) => {
      dropped += mails;
    },
    check: async (model) => {
      const jobs = await readJobs();
      for (const { id, kind, state, run_at, lease, last_error } of jobs) {
        // The checks themselves advance the clock: jobs that became due meanwhile are not late.
        const isVisible = state === 'done' || (state === 'waiting' && run_at > now() - LOOK_MS);
        expect([kind, id, isVisible, lease, state === 'dead' && last_error]).toEqual([
          kind,
          id,
          true,
          null,
          false,
        ]);
      }
      const times = Map.groupBy(mail.sent, ({ messageId }) => messageId);
      for (const [id, { length }] of times) {
        const untold = mail.untold.filter((each) => each === id).length;
        expect(length, `${id} was mailed ${length} times`).toBeLessThanOrEqual(1 + untold);
      }
      const countOf = (kind: string) => jobs.filter((each) => each.kind === `mail.${kind}`).length;
      const expectMails = (kind: string, acts: number, atMost = acts) => {
        const mails = countOf(kind);
        expect(mails, `${kind} told ${mails} times of ${acts}`).toBeLessThanOrEqual(atMost);
        expect(mails, `${kind} told ${mails} times of ${acts}`).toBeGreaterThanOrEqual(
          acts - dropped,
        );
      };
      const audit = await readAudit();
      for (const [action, kind] of Object.entries(MAIL_OF_ACTION)) {
        expectMails(kind, audit.filter((each) => each.action === action).length);
      }
      expectMails('order_received', model.orders.length);
      expectMails('new_order', model.orders.length);
      const reminded = model.orders.filter(({ isReminded }) => isReminded);
      const possibly = model.orders.filter((each) => each.isReminded || each.mayBeReminded);
      expectMails('payment_reminder', reminded.length, possibly.length);
      const sum = (key: 'receipts' | 'proofReminders' | 'proofAnswers' | 'timesPaid' | 'refunds') =>
        model.orders.reduce((total, order) => total + order[key], 0);
      expectMails('receipt_received', sum('receipts'));
      expectMails('proof_reminder', sum('proofReminders'));
      expectMails('payment_received', sum('timesPaid'));
      expectMails('payment_refunded', sum('refunds'));
      const answers = audit.filter(({ action }) => action === 'proof_answered').length;
      expect(answers, 'each proof is answered once').toBe(sum('proofAnswers'));
      await expectReceipts(model);
      // An order in the bin sends no mails.
      const expected = model.orders.filter(({ wasDeleted }) => !wasDeleted).length;
      const openOf = (kind: string) =>
        jobs.filter((each) => each.kind === `mail.${kind}` && each.state !== 'done').length;
      for (const kind of ['order_received', 'new_order']) {
        const ids = new Set(
          jobs.filter((each) => each.kind === `mail.${kind}`).map(({ id }) => id),
        );
        const sent = [...times.keys()].filter((id) => ids.has(id.split('@')[0] ?? '')).length;
        expect(sent + openOf(kind) + dropped, `${kind} sent`).toBeGreaterThanOrEqual(expected);
      }
    },
    list: async () =>
      [...(await readJobs()), ...(await readAudit())].map((row) => JSON.stringify(row)),
  };
}
