import type { ContextParts } from './context.ts';
import type { Tx } from './db/types.ts';
import { countMail } from './features/mail/count-mail.ts';
import { enqueueMail } from './features/mail/enqueue-mail.ts';
import { detachOrders } from './features/orders/change/detach-orders.ts';
import { forgetAddress } from './features/people/addresses.ts';
import { forgetPerson, forgetRole, mayEnter } from './features/people/repo.ts';
import { readPass } from './features/people/require-second-factor.ts';
import { forgetPass, forgetSecondFactor } from './features/people/second-factor/repo.ts';
import { originOf } from './http/public-url.ts';
import { embeddedIdentity } from './ports/identity/embedded/embedded.ts';
import { firebaseIdentity } from './ports/identity/firebase/firebase.ts';
import type { Identity } from './ports/identity/identity.ts';
import { deriveKey } from './secrets.ts';

/** Opens the settings' identity provider; `context.publicUrl` may change once the shop listens. */
export function openIdentity(context: ContextParts): Identity {
  const { config, db, secret, clock, jobNotifier } = context;
  const shared = {
    db,
    clock,
    publicUrl: () => context.publicUrl,
    ownOrigins: () => (config.publicUrl ? [] : loopbackOrigins(context.publicUrl)),
    limits: context.limits,
    mayEnter,
    forgetPass,
    handOver: async (tx: Tx, uid: string) => {
      await forgetAddress(tx, uid);
      await detachOrders(tx, uid);
      const now = clock();
      await forgetSecondFactor(tx, { uid, by: null, now });
      await forgetRole(tx, uid, now);
    },
    forget: forgetPerson,
  };
  const { auth } = config;
  if (auth.provider === 'firebase') return firebaseIdentity({ ...shared, settings: auth.firebase });
  return embeddedIdentity({
    ...shared,
    authKey: deriveKey(secret, 'identity').toString('base64url'),
    mailKey: deriveKey(secret, 'verify-email'),
    deviceKey: deriveKey(secret, 'device'),
    shopName: async () => (await context.settings.current()).settings.seller.name,
    lacksSecondFactor: async (token, cookies) => {
      const { enrolled, passed } = await readPass(context, { token, cookies });
      return enrolled && !passed;
    },
    google: auth.google,
    enqueueMail: (handle, mail) => enqueueMail(handle, mail, clock()),
    ringMail: () => jobNotifier.notify(),
    sendNotice: async (tx, notice) => {
      const { kind, to } = notice;
      const isWithinLimits = await countMail(context, tx, { kind, to, now: clock() });
      if (isWithinLimits) await enqueueMail(tx, notice, clock());
    },
  });
}

/** Without a PUBLIC_URL the shop is tried out on one machine, under any of its own names. */
function loopbackOrigins(publicUrl: string): string[] {
  const port = Number(new URL(publicUrl).port);
  return ['localhost', '127.0.0.1', '::1'].map((name) => originOf(name, port));
}
