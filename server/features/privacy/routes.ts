import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/privacy/privacy.ts';
import { eraseProfile, exportProfile } from '#contract/privacy/privacy.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { requireSecondFactor } from '#server/features/people/require-second-factor.ts';
import { type FileAnswer, serve, serveFile, succeed } from '#server/http/route.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { eraseAccount, eraseGuest } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { GUEST_ENTITY, readSubject, type Subject } from './subject.ts';

/** Limit per account: an export reads all its orders. */
const EXPORTS: Limit = { name: 'own_export', points: 5, seconds: 3600 };
const TOO_MANY = 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora';

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  const exports = context.limits.byKey(EXPORTS);

  serveFile(app, exportProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    const retryAfterS = await exports.take(buyer.uid);
    if (retryAfterS > 0) {
      throw new ShopError('too_many_requests', { retryAfterS, message: TOO_MANY });
    }
    return exportPerson(context, { uid: buyer.uid }, 'person');
  });

  serve(app, eraseProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    const orders = await eraseAccount(context, buyer, buyer.uid);
    request.log.info({ account: buyer.uid, orders }, 'person erased');
    return succeed({ message: 'Borramos tu cuenta y tus datos' });
  });
}

type Call = { buyer: Pick<SignedIn, 'uid' | 'token'>; request: FastifyRequest };

export function privacyAdminRoutes(app: FastifyInstance, context: Context): void {
  serveFile(app, calls.exportPerson, async (call) => {
    const subject = await readSubject(context, { ...call.params, ...call.query });
    return handOut(context, call, subject);
  });
  serveFile(app, calls.exportGuest, (call) => handOut(context, call, call.query));

  serve(app, calls.erasePerson, async (call) => {
    const subject = await readSubject(context, { ...call.params, ...call.query });
    return erase(context, call, subject);
  });
  serve(app, calls.eraseGuest, (call) => erase(context, call, call.query));
}

async function handOut(context: Context, call: Call, subject: Subject): Promise<FileAnswer> {
  const { db, clock } = context;
  const file = await exportPerson(context, subject, 'admin');
  const note = {
    by: call.buyer.uid,
    entity: 'user',
    entityId: nameOf(subject),
    action: 'person_exported',
  } as const;
  await takeTurn();
  await db.transaction((tx) => writeAudit(tx, note, clock()));
  call.request.log.info({ account: note.by, subject: note.entityId }, 'person exported');
  return file;
}

async function erase(context: Context, { buyer, request }: Call, subject: Subject) {
  const orders = await ('uid' in subject
    ? eraseAccount(context, buyer, subject.uid)
    : eraseGuest(context, buyer.uid, subject.email));
  request.log.info({ account: buyer.uid, subject: nameOf(subject), orders }, 'person erased');
  return succeed({ message: 'Datos borrados', orders });
}

/** Returns the subject's name in logs: never a guest's e-mail. */
function nameOf(subject: Subject): string {
  return 'uid' in subject ? subject.uid : GUEST_ENTITY;
}
