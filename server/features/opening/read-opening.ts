import type { CopiesFacts } from '#domain/health/checks.ts';
import { listOpeningSteps, type OpeningState, type OpeningStep } from '#domain/opening/opening.ts';
import { findLastTime } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { readCopies } from '#server/features/backup/copies.ts';
import { countAdminsWithoutFactor } from '#server/features/people/admins.ts';

/** Places of the nightly copies that were set, and are there. */
const COPIED: ReadonlySet<CopiesFacts['place']> = new Set(['apart', 'lost']);

/** Returns what must be set before the shop opens, and what is already. */
export async function readOpening(context: Context): Promise<OpeningState[]> {
  const { config, db } = context;
  const { settings, versions } = await context.settings.read(db.queries);
  const { place } = await readCopies(context);
  const marks = await db.queries.selectFrom('opening_marks').select(['step', 'value']).execute();
  return listOpeningSteps({
    seller: settings.seller,
    payment: settings.payment,
    paysOnline: config.payments !== null,
    mail: await readSender(context),
    publicUrl: config.publicUrl,
    adminsWithoutFactor: await countAdminsWithoutFactor(context),
    hasCopies: COPIED.has(place) || (await wasBackupMade(db.queries)),
    hasOwnPrices: versions.prices + versions.products > 0,
    marks: Object.fromEntries(marks.map(({ step, value }) => [step, value])),
  });
}

/** Returns how mails are sent, and from which address. */
export async function readSender({ config, settings }: Context) {
  const { seller } = (await settings.current()).settings;
  return { kind: config.mail.kind, from: seller.senderEmail || config.mail.from };
}

/** Backups are deleted within an hour; the audit trail tells that one was downloaded. */
async function wasBackupMade(db: Queries): Promise<boolean> {
  const copied = { entity: 'export', action: 'backup_downloaded' } as const;
  return (await findLastTime(db, copied)) !== null;
}

/** Notes that a step was done. @param value what it was done for */
export async function markStep(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  step: OpeningStep,
  value = '',
): Promise<void> {
  const changes = { value, marked_at: clock() };
  await db.queries
    .insertInto('opening_marks')
    .values({ step, ...changes })
    .onConflict((known) => known.column('step').doUpdateSet(changes))
    .execute();
}
