import type { LayoutCorrections, StatementMatch } from '#contract/payments/statements.ts';
import {
  type ConfirmedRow,
  confirmStatement,
  fetchStatement,
  pastedStatement,
  readStatement,
  type StatementAnswer,
  type StatementResults,
  undoStatement,
} from '#contract/payments/statements.ts';
import { newKey } from '#web/lib/new-key.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { callAdmin } from '#web/panel/call-admin.ts';

/** A list of the bank: a file, pasted rows or what it has now, with what was read or why not. */
export type BankList = {
  key: string;
  content: File | string | typeof FETCHED;
  read: StatementAnswer | null;
  error: unknown;
};

/** The bank's latest movements, without a list. */
export const FETCHED = Symbol('fetched');

/** A movement of one of the lists that are compared together; `key` is unique among all. */
export type Offer = StatementMatch & { key: string; statement: string };

export async function readList(
  content: BankList['content'],
  layout?: LayoutCorrections,
): Promise<BankList> {
  const key = newKey();
  try {
    return { key, content, read: await send(content, layout), error: null };
  } catch (error) {
    return { key, content, read: null, error };
  }
}

function send(content: BankList['content'], layout?: LayoutCorrections): Promise<StatementAnswer> {
  if (content === FETCHED) return callAdmin(fetchStatement, {});
  if (typeof content === 'string') {
    return callAdmin(
      { ...readStatement, body: pastedStatement },
      { body: { text: content, ...(layout ? { layout } : {}) } },
    );
  }
  const fields = { layout: layout ? JSON.stringify(layout) : null, file: content };
  return withReauthentication(() => sendForm(readStatement, fields));
}

/**
 * Returns the movements of all lists. Each list was compared by itself: what is certain for an
 * order that an earlier list pays already is only likely, for it may be the same movement.
 */
export function joinLists(reads: readonly StatementAnswer[]): Offer[] {
  const paid = new Set<string>();
  return reads.flatMap(({ statement, matches }) => {
    const offers = matches.map((match): Offer => {
      const offer = { ...match, key: `${statement.id} ${match.row.n}`, statement: statement.id };
      const isPaid = match.orders.some(({ id }) => paid.has(id));
      if (match.certainty !== 'certain' || !isPaid) return offer;
      const reasons = [...match.reasons, 'El pedido ya calza con otra lista'];
      return { ...offer, certainty: 'likely', reasons };
    });
    for (const { certainty, orders } of matches) {
      if (certainty === 'certain') for (const { id } of orders) paid.add(id);
    }
    return offers;
  });
}

/** Returns the orders whose receipt no list has a movement for. */
export function joinReceipts(
  reads: readonly StatementAnswer[],
  offers: readonly Offer[],
): StatementAnswer['receiptsWithout'] {
  const matched = offers.flatMap(({ orders }) => orders.map(({ id }) => id));
  const without = reads.flatMap(({ receiptsWithout }) => receiptsWithout);
  return [...new Map(without.map((each) => [each.id, each])).values()].filter(
    ({ id }) => !matched.includes(id),
  );
}

/** Rows per request. */
const AT_ONCE = 300;

/**
 * Notes the chosen movements of each list.
 * @param onResults gets the results of each request: a later one may fail
 */
export async function confirmOffers(
  offers: readonly Offer[],
  onResults: (statement: string, results: StatementResults['results']) => void,
): Promise<void> {
  for (const [id, chosen] of Map.groupBy(offers, ({ statement }) => statement)) {
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const rows = chosen.slice(at, at + AT_ONCE).map(toRow);
      const { results } = await callAdmin(confirmStatement, { params: { id }, body: { rows } });
      onResults(id, results);
    }
  }
}

function toRow({ row, orders }: Offer): ConfirmedRow {
  return { row: row.n, orders: orders.map(({ id, amount }) => ({ id, amount })) };
}

/** Takes back what was noted from the lists. */
export async function undoOffers(
  statements: readonly string[],
): Promise<StatementResults['results']> {
  const results: StatementResults['results'] = [];
  for (const id of statements) {
    results.push(...(await callAdmin(undoStatement, { params: { id } })).results);
  }
  return results;
}
