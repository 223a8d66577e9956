import type { ExpressionBuilder } from 'kysely';
import { describeDiscountProblem } from '#contract/discounts/discount-messages.ts';
import { ShopError } from '#domain/base/errors.ts';
import {
  type Discount,
  discountProblem,
  isForProduct,
  normalizeCode,
} from '#domain/discounts/discounts.ts';
import type { Order } from '#domain/orders/order.ts';
import { isVoid } from '#domain/orders/status.ts';
import type { Buyer } from '#domain/people/buyer.ts';
import type { OrderChanged } from '#server/context.ts';
import { runAll } from '#server/db/pipeline.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { findDiscount, toDiscount } from './repo.ts';

type Attempt = {
  rawCode: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Price of the pins before shipping, in pesos. */
  orderTotal: number;
  /** Ids of the products of the pins. */
  products: readonly string[];
  buyer: CodeBuyer;
};

/** An order that uses a code; its total in pesos. */
type Carrier = { orderId: string; code: string; total: number };

/**
 * Uses a code once for an order, within the order's transaction: another order with that code waits
 * for this transaction, so that two orders of one buyer see each other.
 * @throws ShopError `discount_unavailable`, saying why
 */
export async function redeemDiscount(tx: Tx, attempt: Attempt): Promise<Discount> {
  const { rawCode, now, orderTotal, products, buyer } = attempt;
  const code = normalizeCode(rawCode);
  const discount = await takeUse(tx, { code, now, orderTotal });
  const hasUsed = discount?.oncePerBuyer ? await hasUsedCode(tx, code, buyer) : false;
  const isForPins = discount !== null && products.some((id) => isForProduct(discount, id));
  if (isForPins && !hasUsed) return discount;
  const stored = await findDiscount(tx, code);
  const isOther = stored !== undefined && stored.discount.code !== code;
  if (isOther) return redeemDiscount(tx, { ...attempt, rawCode: stored.discount.code });
  const terms = stored?.terms;
  const reason = discountProblem(terms, { now, orderTotal, hasUsed, products });
  const problem = reason ?? (hasUsed ? 'used_by_buyer' : 'used_up');
  throw new ShopError('discount_unavailable', {
    message: describeDiscountProblem(problem, { ...terms, orderTotal }),
  });
}

/** Checks and counts a use in one statement; null when the code cannot be used. */
async function takeUse(
  tx: Tx,
  { code, now, orderTotal }: { code: string; now: number; orderTotal: number },
): Promise<Discount | null> {
  const row = await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '+', 1) }))
    .where('code', '=', code)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or }) =>
      or([eb('min_order_total', 'is', null), eb('min_order_total', '<=', orderTotal)]),
    )
    .where(hasUseLeft)
    .returningAll()
    .executeTakeFirst();
  return row ? toDiscount(row).discount : null;
}

/** Returns the statements that record an order's use of a code, and its total. */
export function insertRedemption(tx: Tx, { orderId, code, total }: Carrier) {
  return [
    tx.insertInto('discount_redemptions').values({ order_id: orderId, code, total_amount: total }),
    addRevenue(tx, code, total),
  ];
}

/** Updates the total of an order that uses a code. */
async function correctRedemption(tx: Tx, orderId: string, total: number): Promise<void> {
  const use = await tx
    .selectFrom('discount_redemptions')
    .select(['code', 'total_amount'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!use) return;
  await tx
    .updateTable('discount_redemptions')
    .set({ total_amount: total })
    .where('order_id', '=', orderId)
    .execute();
  await addRevenue(tx, use.code, total - use.total_amount).execute();
}

function addRevenue(tx: Tx, code: string, pesos: number) {
  return tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ revenue: eb('revenue', '+', pesos) }))
    .where('code', '=', code);
}

/**
 * Uses a code again for an order that had its discount before, even when the code has since expired
 * or been deactivated, but only if a use is left for its buyer.
 * @param buyer null: unknown, for example erased
 * @returns why it could not be used; null when it was used
 */
async function retakeUse(
  tx: Tx,
  carrier: Carrier,
  buyer: CodeBuyer | null,
): Promise<'used_up' | 'used_by_buyer' | null> {
  const { code } = carrier;
  const taken = await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '+', 1) }))
    .where('code', '=', code)
    .where(hasUseLeft)
    .returning('once_per_buyer')
    .executeTakeFirst();
  if (!taken) return 'used_up';
  const isOnce = taken.once_per_buyer === 1;
  if (isOnce && buyer && (await hasUsedCode(tx, code, buyer))) return 'used_by_buyer';
  await runAll(tx, insertRedemption(tx, carrier));
  return null;
}

/** Releases an order's use, and subtracts its total from the code's revenue. */
async function releaseUse(tx: Tx, orderId: string): Promise<void> {
  const given = await tx
    .deleteFrom('discount_redemptions')
    .where('order_id', '=', orderId)
    .returning(['code', 'total_amount'])
    .executeTakeFirst();
  if (!given) return;
  await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({
      current_uses: eb('current_uses', '-', 1),
      revenue: eb('revenue', '-', given.total_amount),
    }))
    .where('code', '=', given.code)
    .execute();
}

function hasUseLeft({ eb, or, and }: ExpressionBuilder<Schema, 'discount_codes'>) {
  return or([
    and([eb('multiple_use', '=', 0), eb('current_uses', '<', 1)]),
    and([eb('multiple_use', '=', 1), eb('max_uses', 'is', null)]),
    and([eb('multiple_use', '=', 1), eb('current_uses', '<', eb.ref('max_uses'))]),
  ]);
}

/**
 * The user of a code: an account, or a mailbox, the same for all spellings of its address.
 */
export type CodeBuyer = { uid: string | null; mailboxKey: string };

/** @param email as a guest typed it */
export function codeBuyer(buyer: Buyer, email: string | null): CodeBuyer {
  return { uid: buyer?.uid ?? null, mailboxKey: recipientKey(buyer?.email ?? email ?? '') };
}

/** Returns whether an order of this account or mailbox uses a code; `code` is in upper case. */
export async function hasUsedCode(
  db: Queries | Tx,
  code: string,
  { uid, mailboxKey }: CodeBuyer,
): Promise<boolean> {
  const people = await db
    .selectFrom('people')
    .select('uid')
    .where('mailbox_key', '=', mailboxKey)
    .execute();
  const uids = [uid ?? [], people.map((person) => person.uid)].flat();
  const use = await db
    .selectFrom('discount_redemptions')
    .select('order_id')
    .where('code', '=', code)
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('discount_code', '=', code)
        .where('guest_mailbox_key', '=', mailboxKey)
        .$if(uids.length > 0, (orders) =>
          orders.unionAll(
            selectFrom('orders')
              .select('id')
              .where('owner_uid', 'in', uids)
              .where('owner_kind', '=', 'account'),
          ),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  return use !== undefined;
}

/**
 * Releases the use of an order's code when the order ends, takes it again when it continues, and
 * corrects its total.
 * @throws ShopError `discount_unavailable` if no use is left
 */
export async function updateCodeUse(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const had = hasCodeUse(before);
  const has = hasCodeUse(after);
  const { discountCode: code, totalAmount: total } = after.cost;
  if (had && !has) await releaseUse(tx, after.id);
  if (had && has && total !== before.cost.totalAmount) await correctRedemption(tx, after.id, total);
  if (!had && has && code !== null) {
    const problem = await retakeUse(tx, { orderId: after.id, code, total }, codeBuyerOf(after));
    if (problem) throw new ShopError('discount_unavailable', { message: retakeTexts[problem] });
  }
}

/** Error messages when an order's code cannot be used again. */
const retakeTexts = {
  used_up: describeDiscountProblem('used_up', { orderTotal: 0 }),
  used_by_buyer: 'El código de descuento vale una vez por persona, y esta ya lo usó en otro pedido',
} as const;

/** Returns null for an erased buyer, or one who may not own the order's e-mail. */
function codeBuyerOf({ owner }: Order): CodeBuyer | null {
  if (owner.kind === 'erased' || owner.kind === 'detached') return null;
  const email = owner.guestEmail ?? owner.email;
  return email === null ? null : { uid: owner.uid, mailboxKey: recipientKey(email) };
}

/** Returns whether the order counts as a use of its code. */
function hasCodeUse({ cost, status, deletedAt }: Order): boolean {
  return cost.discountCode !== null && !isVoid(status) && deletedAt === null;
}
