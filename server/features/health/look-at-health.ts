import { keysOf } from '#domain/base/keys.ts';
import { CHECKS, isMailUnreliable } from '#domain/health/checks.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { readAdminEmails } from '#server/features/people/admins.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { ALERT, sendAlert, writeAlert } from './alert.ts';
import { readMailFacts } from './checks.ts';
import { readStored, runChecks, sinceOf } from './read-health.ts';

/** A check and its text, as the owner is told. */
type Told = { label: string; value: string };
type News = { wrong: Told[]; over: Told[] };

/** Returns the task of every quarter of an hour, which tells the owner even without a database. */
export function createHealthLook(context: Context): () => Promise<void> {
  const away: Told = { label: CHECKS.database, value: 'La base de datos no contesta' };
  let isAway = false;
  const tell = (news: News) => sendAlert(context, writeAlert(context, news)).catch(() => undefined);
  return async () => {
    const wasAway = isAway;
    isAway = await context.db.ping().then(
      () => false,
      () => true,
    );
    if (isAway && !wasAway) await tell({ wrong: [away], over: [] });
    if (isAway) return;
    if (wasAway) await tell({ wrong: [], over: [{ ...away, value: 'Contesta de nuevo' }] });
    await lookAtHealth(context);
  };
}

/** Runs every check, stores the results, and tells the owner once what began and what is over. */
export async function lookAtHealth(context: Context): Promise<void> {
  const found = await runChecks(context, await readStored(context), true);
  const isUnreliable = isMailUnreliable(await readMailFacts(context), context.clock());
  const { seller } = (await context.settings.current()).settings;
  const recipients = seller.email ? [seller.email] : await readAdminEmails(context);
  const usesAlerts = context.config.watch.alertUrl !== null;
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const now = clock();
    await insertMissing(tx);
    // Locked, so that only one of several processes tells of a change.
    const rows = await db
      .lockRows(tx.selectFrom('health_checks').selectAll().orderBy('name'))
      .execute();
    const mailed: News = { wrong: [], over: [] };
    const alerted: News = { wrong: [], over: [] };
    for (const each of found) {
      const { name, finding, facts } = each;
      const before = rows.find((row) => row.name === name);
      const isWrong = finding.state !== 'ok';
      const wasWrong = before !== undefined && before.since !== null;
      const wasAlerted = before?.is_alerted === 1;
      const alerts = isWrong && usesAlerts && (isUnreliable || recipients.length === 0);
      const told = { label: CHECKS[name], value: finding.text };
      if (isWrong && !wasWrong) mailed.wrong.push(told);
      if (!isWrong && wasWrong) mailed.over.push(told);
      if (alerts && !wasAlerted) alerted.wrong.push(told);
      if (!isWrong && wasAlerted) alerted.over.push(told);
      await tx
        .updateTable('health_checks')
        .set({
          ...{ state: finding.state, text: finding.text, facts },
          since: sinceOf(each, before, now),
          is_alerted: alerts || (isWrong && wasAlerted) ? 1 : 0,
        })
        .where('name', '=', name)
        .execute();
    }
    for (const to of hasNews(mailed) ? recipients : []) {
      await enqueueMail(tx, { kind: 'health_changed', to, ...mailed }, now);
    }
    if (hasNews(alerted)) {
      const payload = { text: writeAlert(context, alerted) };
      await enqueue(tx, { kind: ALERT, payload }, now);
    }
  });
}

const hasNews = ({ wrong, over }: News) => wrong.length + over.length > 0;

async function insertMissing(tx: Tx): Promise<void> {
  const fresh = { state: 'ok', since: null, text: '', facts: '', is_alerted: 0 } as const;
  await tx
    .insertInto('health_checks')
    .values(keysOf(CHECKS).map((name) => ({ name, ...fresh })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
