import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, list, mustBe, success } from '#contract/base/fields.ts';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { orderResult } from '#contract/orders/orders-admin.ts';
import { orderNumber } from '#contract/orders/own-order.ts';
import { CERTAINTIES } from '#domain/payments/match.ts';
import { MAX_MOVEMENT } from '#domain/payments/statement.ts';
import { LAYOUT_COLUMNS } from '#domain/payments/statement-layout.ts';
import { pesos } from './pesos.ts';

/** Maximum size of a list, in bytes. */
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
/** Maximum number of movements in an answer for which no order fits. */
export const MAX_UNMATCHED = 500;
const MAX_CONFIRMED = 300;
const MAX_SHARES = 10;
const MAX_COLUMN = 59;

const object = { error: mustBe('un objeto JSON') };
const COLUMN = { error: `Debe ser el número de una columna, de 0 a ${MAX_COLUMN}` };

const column = z.nullable(z.int(COLUMN).check(z.minimum(0, COLUMN), z.maximum(MAX_COLUMN, COLUMN)));
const layout = z.object({
  date: column,
  text: column,
  amount: column,
  credit: column,
  debit: column,
  name: column,
  rut: column,
});
/** Columns of a list, from 0, that were found wrong; null: the list has no such column. */
export const layoutCorrections = z.partialRecord(z.enum(LAYOUT_COLUMNS), column, object);
export type LayoutCorrections = z.infer<typeof layoutCorrections>;

/** The rows as they were copied from the bank's page; or a form with a `file` and a `layout`. */
export const pastedStatement = jsonObject({
  text: z.string({ error: mustBe('un texto') }),
  layout: z.optional(layoutCorrections),
});

const matchedRow = z.object({
  /** The row's number in the list, from 1. */
  n: z.number(),
  /** Such as `2026-03-09`. */
  date: z.string(),
  amount: z.number(),
  text: z.string(),
  /** Who paid, where the list has a column for it. */
  name: z.string(),
});

const match = z.object({
  row: matchedRow,
  /** Pesos of it for each order; `amountDue` is what the order still lacks. */
  orders: z.array(
    z.object({ id: z.string(), amount: z.number(), fullName: z.string(), amountDue: z.number() }),
  ),
  certainty: z.enum(CERTAINTIES),
  /** In Spanish. */
  reasons: z.array(z.string()),
});
export type StatementMatch = z.infer<typeof match>;

const receiptWithout = z.object({
  id: z.string(),
  fullName: z.string(),
  amount: z.number(),
  /** The day on which the receipt came. */
  receivedOn: z.string(),
});

/**
 * Nothing is noted. Movements from which a payment was noted are counted in `known` and not offered
 * again. 400 `statement_unreadable` has the first rows as `preview`.
 */
export const readStatement = adminRoute('POST', '/admin/statements', {
  summary: "Reads a bank's list of movements and compares it with the unpaid orders",
  // A text may need more bytes in JSON; what it holds is checked.
  maxBodyBytes: 2 * MAX_STATEMENT_BYTES,
  status: 201,
  answer: success({
    statement: z.object({
      id: z.string(),
      layout,
      /** Number of movements, and of rows around them. */
      rows: z.number(),
      skipped: z.number(),
      known: z.number(),
      /** First and last day of the movements. */
      from: z.string(),
      to: z.string(),
      /** The first rows as they are written, from the headings on. */
      preview: z.array(z.array(z.string())),
    }),
    /** Certain, likely, then at most `MAX_UNMATCHED` of `none`; by their rows. */
    matches: z.array(match),
    /** Number of movements for which no order fits. */
    unmatched: z.number(),
    /** Unpaid orders whose receipt is of a day of the list, which shows no payment for them. */
    receiptsWithout: z.array(receiptWithout),
  }),
});
export type StatementAnswer = z.infer<typeof readStatement.answer>;

/** 404 if no service for it is configured; 502 `payment_unavailable` if that does not answer. */
export const fetchStatement = adminRoute('POST', '/admin/statements/fetch', {
  summary: "Gets the bank's latest movements and compares them as those of a list",
  status: 201,
  answer: readStatement.answer,
});

const share = jsonObject({ id: orderNumber, amount: pesos(MAX_MOVEMENT) });
const confirmedRow = jsonObject({
  row: z.int({ error: mustBe('el número de una fila') }),
  orders: list(share, MAX_SHARES, {
    expected: 'una lista de pedidos',
    empty: 'Elige al menos un pedido',
    tooMany: `Un movimiento paga hasta ${MAX_SHARES} pedidos`,
  }).check(
    z.refine((shares) => isUnique(shares.map(({ id }) => id)), {
      error: 'Un pedido está dos veces en la misma fila',
    }),
  ),
});
export type ConfirmedRow = z.infer<typeof confirmedRow>;

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const results = success({
  message: z.string(),
  /** One for each order of each row. */
  results: z.array(z.extend(orderResult, { row: z.number() })),
});
export type StatementResults = z.infer<typeof results>;

/** A row is noted whole or not at all; 409 `movement_used` of a row is in its result. */
export const confirmStatement = adminRoute('POST', '/admin/statements/{id}/confirm', {
  summary: 'Notes payments from movements, each once; mails the buyers after a minute',
  body: jsonObject({
    rows: list(confirmedRow, MAX_CONFIRMED, {
      expected: 'una lista de filas',
      empty: 'Elige al menos un movimiento',
      tooMany: `Se anotan hasta ${MAX_CONFIRMED} movimientos a la vez`,
    }).check(
      z.refine((rows) => isUnique(rows.map(({ row }) => row)), {
        error: 'Una fila está dos veces',
      }),
    ),
  }),
  maxBodyBytes: 48 * USUAL_BODY_BYTES,
  answer: results,
});

/** 409 `undo_ended` after the minute. */
export const undoStatement = adminRoute('DELETE', '/admin/statements/{id}/confirm', {
  summary: 'Takes back what was noted from the list in the last minute',
  answer: results,
});
