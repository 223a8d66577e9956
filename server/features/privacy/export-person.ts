import { Readable } from 'node:stream';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Owner } from '#domain/people/buyer.ts';
import { auditOf } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import { orderIdsOf } from '#server/features/orders/order.ts';
import { findAddress } from '#server/features/people/addresses.ts';
import { findPerson } from '#server/features/people/repo.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { findDetachedOrders } from './detached-orders.ts';
import { type Reader, readExportedOrder, withoutActor } from './export-order.ts';
import { ownerOfEmail, ownerOfPerson, type Subject } from './subject.ts';

/** Streams a person's data as JSON, order by order. @throws ShopError `not_found` */
export async function exportPerson(
  context: Context,
  subject: Subject,
  reader: Reader,
): Promise<FileAnswer> {
  await takeTurn();
  const { head, owner } =
    'uid' in subject ? await readAccount(context, subject.uid) : guestOf(subject.email);
  const orderIds = await orderIdsOf(context.db.queries, owner);
  const detachedOrders = await listDetachedOrders(context, owner);
  const isNobody = head.account === null && orderIds.length + detachedOrders.length === 0;
  if (isNobody) throw new ShopError('not_found');
  return {
    content: Readable.from(writeJson(context, { ...head, detachedOrders }, { orderIds, reader })),
    type: 'application/json; charset=utf-8',
    name: `datos-${dayOf(context.clock())}.json`,
  };
}

type Head = { account: object | null; address: object | null; history: object[]; email: string };
type Found = { head: Head; owner: Owner };

async function readAccount({ db, identity }: Context, uid: string): Promise<Found> {
  const person = await findPerson(db.queries, uid);
  if (!person) throw new ShopError('not_found');
  const { email, email_verified, role, is_active, created_at } = person;
  const account = {
    uid,
    email,
    emailVerified: email_verified === 1,
    role,
    isActive: is_active === 1,
    firstCallAt: new Date(created_at).toISOString(),
    signIn: await identity.readData(uid),
  };
  const head = {
    email,
    account,
    address: await findAddress(db.queries, uid),
    history: (await auditOf(db.queries, 'user', uid)).map(withoutActor),
  };
  return { head, owner: ownerOfPerson(person) };
}

function guestOf(email: string): Found {
  const owner = ownerOfEmail(email);
  const head = { email: owner.guestEmail, account: null, address: null, history: [] };
  return { head, owner };
}

/** Of another person's order with this e-mail, only that fact is this person's data. */
async function listDetachedOrders(context: Context, owner: Owner): Promise<object[]> {
  const orders = await findDetachedOrders(context, context.db.queries, owner);
  return orders.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt).toISOString() }));
}

async function* writeJson(
  context: Context,
  head: Head & { detachedOrders: object[] },
  { orderIds, reader }: { orderIds: readonly string[]; reader: Reader },
): AsyncGenerator<string> {
  const exportedAt = new Date(context.clock()).toISOString();
  const opening = JSON.stringify({ success: true, exportedAt, person: head });
  yield `${opening.slice(0, -1)},"orders":[`;
  let separator = '';
  for (const id of orderIds) {
    await takeTurn();
    const order = await readExportedOrder(context, id, reader);
    if (!order) continue;
    yield `${separator}\n${JSON.stringify(order)}`;
    separator = ',';
  }
  yield ']}\n';
}
