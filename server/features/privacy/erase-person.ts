import * as z from 'zod';
import { ShopError } from '#domain/base/errors.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { forgetMails } from '#server/features/mail/enqueue-mail.ts';
import { lockAdmins, lockPerson, refuseLast } from '#server/features/people/admins.ts';
import { lockCallerSession } from '#server/features/people/authorize.ts';
import { disablePerson } from '#server/features/people/repo.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { forgetMailbox } from './detached-orders.ts';
import { eraseBuyers, lockEndedOrders } from './erase-buyer.ts';
import { GUEST_ENTITY, ownerOfEmail, ownerOfPerson } from './subject.ts';

/**
 * Erases an account permanently, with the personal data of its orders and of the guest orders that
 * joined them. After the commit its requests are rejected; then the identity provider removes it.
 * @param by the account that requests it
 * @returns how many orders were erased, or lost the e-mail
 * @throws ShopError `unauthenticated`, `account_disabled`, `not_found`, `admin_by_config`,
 *   `last_admin`, `order_under_way`
 */
export async function eraseAccount(
  context: Context,
  by: Pick<SignedIn, 'uid' | 'token'>,
  uid: string,
): Promise<number> {
  const { config, db, clock, identity } = context;
  const erased = await db.transaction(async (tx) => {
    await lockCallerSession(context, tx, by);
    const admins = await lockAdmins(context, tx);
    const person = await lockPerson(context, tx, uid);
    if (config.adminEmails.includes(person.email)) throw new ShopError('admin_by_config');
    refuseLast(admins, person);
    const owner = ownerOfPerson(person);
    const orders = await lockEndedOrders(context, tx, owner);
    await eraseBuyers(context, tx, orders, by.uid);
    const count = orders.length + (await forgetMailbox(context, tx, owner, by.uid));
    const orderIds = orders.map(({ id }) => id);
    await forgetMails(tx, { email: person.email, orderIds });
    await disablePerson(tx, uid);
    // The account is removed at its identity provider after the commit.
    await enqueue(tx, { kind: KIND, payload: { uid } }, clock());
    await noteErasure(tx, { by: by.uid, entityId: uid, orders: count, now: clock() });
    return count;
  });
  await identity.remove(uid, by.token);
  return erased;
}

/**
 * Erases a guest: the personal data of the guest orders with this e-mail, and the e-mail from
 * detached orders. An account with the same e-mail stays.
 * @returns how many orders were erased, or lost the e-mail
 * @throws ShopError `not_found`, `order_under_way`
 */
export async function eraseGuest(context: Context, by: string, email: string): Promise<number> {
  const { db, clock } = context;
  return db.transaction(async (tx) => {
    const owner = ownerOfEmail(email);
    const orders = await lockEndedOrders(context, tx, owner);
    await eraseBuyers(context, tx, orders, by);
    const count = orders.length + (await forgetMailbox(context, tx, owner, by));
    if (count === 0) throw new ShopError('not_found');
    await forgetMails(tx, { email: null, orderIds: orders.map(({ id }) => id) });
    await noteErasure(tx, { by, entityId: GUEST_ENTITY, orders: count, now: clock() });
    return count;
  });
}

async function noteErasure(
  tx: Tx,
  { by, entityId, orders, now }: { by: string; entityId: string; orders: number; now: number },
): Promise<void> {
  const changes = [{ field: 'orders', to: orders }];
  await writeAudit(tx, { by, entity: 'user', entityId, action: 'erased', changes }, now);
}

const KIND = 'people.remove-account';
const payload = z.object({ uid: z.string() });

/** Returns the job handler that removes erased accounts at the provider, also after a restart. */
export function personHandlers({
  identity,
}: Pick<Context, 'identity'>): Record<string, JobHandler> {
  return { [KIND]: async (sent) => identity.remove(payload.parse(sent).uid) };
}
