import type { ContextParts } from './context.ts';
import { countMail } from './features/mail/count-mail.ts';
import { enqueueMail } from './features/mail/enqueue-mail.ts';
import { detachOrders } from './features/orders/change/detach-orders.ts';
import { forgetAddress } from './features/people/addresses.ts';
import { forgetPerson, mayEnter } from './features/people/repo.ts';
import { forgetSecondFactor } from './features/people/second-factor/forget-second-factor.ts';
import { originOf } from './origin.ts';
import { embeddedIdentity } from './ports/identity/embedded/embedded.ts';
import type { Identity } from './ports/identity/identity.ts';
import { deriveKey } from './secrets.ts';

/**
 * The identity provider that the settings name, tied to the shop's mail and people.
 * @param context its `publicUrl` may change once the server listens
 */
export function openIdentity(context: ContextParts): Identity {
  const { config, db, secret, clock, jobNotifier } = context;
  return embeddedIdentity({
    db,
    clock,
    authKey: deriveKey(secret, 'identity').toString('base64url'),
    mailKey: deriveKey(secret, 'verify-email'),
    deviceKey: deriveKey(secret, 'device'),
    shopName: config.shop.name,
    publicUrl: () => context.publicUrl,
    ownOrigins: () => (config.publicUrl ? [] : loopbackOrigins(context.publicUrl)),
    google: config.auth.google,
    limits: context.limits,
    enqueueMail: (handle, mail) => enqueueMail(handle, mail, clock()),
    ringMail: () => jobNotifier.notify(),
    sendNotice: async (tx, notice) => {
      const { kind, to } = notice;
      const { freeAt } = await countMail(context, tx, { kind, to, now: clock() });
      if (freeAt === null) await enqueueMail(tx, notice, clock());
    },
    mayEnter,
    handOver: async (tx, uid) => {
      await forgetAddress(tx, uid);
      await detachOrders(tx, uid);
      await forgetSecondFactor(tx, { uid, by: null, now: clock() });
    },
    forget: forgetPerson,
  });
}

/** Without a PUBLIC_URL the shop is tried out on one machine, under any of its own names. */
function loopbackOrigins(publicUrl: string): string[] {
  const port = Number(new URL(publicUrl).port);
  return ['localhost', '127.0.0.1', '::1'].map((name) => originOf(name, port));
}
