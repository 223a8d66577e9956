import { sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '#domain/base/dates.ts';
import {
  type AddressFacts,
  type CheckName,
  type CopiesFacts,
  type Finding,
  judgeAddress,
  judgeCopies,
  judgeDatabase,
  judgeDisk,
  judgeFiles,
  judgeJobs,
  judgeMail,
  judgeUpdate,
} from '#domain/health/checks.ts';
import { parseVersion } from '#domain/health/versions.ts';
import { isUnencrypted } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { readCopies } from '#server/features/backup/copies.ts';
import { reservedBytes } from '#server/lib/disk-space.ts';
import { exchangeText } from '#server/lib/outbound.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { SHOP_VERSION } from '#server/lib/version.ts';
import { isStillDamaged } from './look-for-damage.ts';

/** What a check found, and its facts as JSON, which it gets at the next look. */
export type Found = { finding: Finding; facts: string };

/** @param isLook false: facts that are expensive to read are those of the last look */
type Check = (context: Context, last: string | undefined, isLook: boolean) => Promise<Found>;

type Definition<Facts> = {
  facts: z.ZodType<Facts>;
  /** Whether the facts are cheap, so that they are also read between two looks. */
  isCheap?: boolean;
  read: (context: Context, last: Facts | null) => Promise<Facts>;
  judge: (facts: Facts, now: number) => Finding;
};

function defineCheck<Facts>({ facts, isCheap = false, read, judge }: Definition<Facts>): Check {
  return async (context, stored, isLook) => {
    const last = facts.safeParse(parseJson(stored ?? '')).data ?? null;
    const found = isLook || isCheap ? await read(context, last) : last;
    if (found === null) return { finding: { state: 'ok', text: 'Por revisar' }, facts: '' };
    return { finding: judge(found, context.clock()), facts: JSON.stringify(found) };
  };
}

const time = z.number().nullable();
const givenUp = { failed: z.number(), failedSince: time };
const addressFacts = z.object({
  url: z.string().nullable(),
  problem: z.enum(['plain', 'certificate', 'foreign']).nullable(),
  misses: z.number(),
  validUntil: time,
});

/** Every check, in the order shown. */
export const checks: Readonly<Record<CheckName, Check>> = {
  mail: defineCheck({
    facts: z.object({ ...givenUp, waitingSince: time, areFiles: z.boolean() }),
    isCheap: true,
    read: readMailFacts,
    judge: judgeMail,
  }),
  jobs: defineCheck({
    facts: z.object(givenUp),
    isCheap: true,
    read: ({ db }) => countGivenUp(db.queries, 'not like'),
    judge: judgeJobs,
  }),
  copies: defineCheck({
    facts: z.object({
      ...{ lastCopy: time, lastTrial: time, isTrialFailed: z.boolean() },
      place: z.enum(['apart', 'same', 'lost', 'missing']),
      expectedSince: z.number(),
    }),
    read: async (context, last): Promise<CopiesFacts> => ({
      ...(await readCopies(context)),
      expectedSince: last?.expectedSince ?? context.clock(),
    }),
    judge: judgeCopies,
  }),
  disk: defineCheck({
    facts: z.object({ free: z.number(), reserved: z.number() }),
    isCheap: true,
    read: async ({ diskSpace }) => {
      const space = await diskSpace();
      return { free: space.free, reserved: reservedBytes(space) };
    },
    judge: judgeDisk,
  }),
  files: defineCheck({
    facts: z.array(z.string()),
    read: readDamagedFiles,
    judge: (files) => judgeFiles(files.length),
  }),
  database: defineCheck({
    facts: z.number(),
    read: async ({ damage }, last) => damage.inDatabase ?? last ?? 0,
    judge: judgeDatabase,
  }),
  address: defineCheck({ facts: addressFacts, read: readAddressFacts, judge: judgeAddress }),
  update: defineCheck({
    facts: z.object({ latest: z.string().nullable(), readAt: z.number() }),
    read: readLatestVersion,
    judge: ({ latest }) => judgeUpdate({ own: SHOP_VERSION, latest }),
  }),
};

/** Returns how many mails, or other jobs, were given up, and when the first of them. */
async function countGivenUp(db: Queries, isMail: 'like' | 'not like') {
  const { failed, failedSince } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('failed'), fn.min('done_at').as('failedSince')])
    .where('state', '=', sql.lit('dead'))
    .where('kind', isMail, 'mail.%')
    .executeTakeFirstOrThrow();
  return { failed, failedSince };
}

export async function readMailFacts({ db: { queries }, config }: Pick<Context, 'db' | 'config'>) {
  const due = sql<number>`case when attempts = 0 then run_at else created_at end`;
  const { waitingSince } = await queries
    .selectFrom('jobs')
    .select(({ fn }) => fn.min<number | null>(due).as('waitingSince'))
    .where('state', '=', sql.lit('waiting'))
    .where('kind', 'like', 'mail.%')
    .executeTakeFirstOrThrow();
  const areFiles = config.mail.kind === 'files';
  return { ...(await countGivenUp(queries, 'like')), waitingSince, areFiles };
}

/** More would not help: the shop is restored from a backup. */
const MAX_FILES = 200;

async function readDamagedFiles(context: Context, last: string[] | null): Promise<string[]> {
  const noted = new Set([...(last ?? []), ...context.damage.files()]);
  const damaged: string[] = [];
  for (const file of [...noted].slice(0, MAX_FILES)) {
    if (await isStillDamaged(context, file)) damaged.push(file);
  }
  return damaged;
}

/** Enough for the response of `/health`. */
const HEALTH_BYTES = 10_000;

/** Opens the shop's public address as a browser does, and reads its certificate. */
async function readAddressFacts(
  { config }: Pick<Context, 'config'>,
  last: AddressFacts | null,
): Promise<AddressFacts> {
  const url = config.publicUrl;
  const facts: AddressFacts = { url, problem: null, misses: 0, validUntil: null };
  if (url === null) return facts;
  if (isUnencrypted(url)) return { ...facts, problem: 'plain' };
  const options = { mayBeLocal: true, acceptsAnyCertificate: true, maxBytes: HEALTH_BYTES };
  const answer = await exchangeText(`${url}/health`, options).catch(() => null);
  if (!answer) return { ...facts, misses: (last?.misses ?? 0) + 1 };
  const { text, certificate } = answer;
  if (certificate?.isValid === false) return { ...facts, problem: 'certificate' };
  if (!healthAnswer.safeParse(parseJson(text ?? '')).success)
    return { ...facts, problem: 'foreign' };
  return { ...facts, validUntil: certificate?.validUntil ?? null };
}

/** Of this shop, whether its database answers or not. */
const healthAnswer = z.object({ success: z.boolean() });

/** Enough for a version. */
const VERSION_BYTES = 200;

type Latest = { latest: string | null; readAt: number };

/** Returns the newest version, read at most once a day; a failure keeps the one known before. */
async function readLatestVersion(context: Context, last: Latest | null): Promise<Latest> {
  const { updatesUrl, mayBeLocal } = context.config.watch;
  const now = context.clock();
  if (updatesUrl === null) return { latest: null, readAt: now };
  if (last && last.readAt > now - DAY_MS && last.readAt <= now) return last;
  const options = { mayBeLocal, maxBytes: VERSION_BYTES };
  const answer = await exchangeText(updatesUrl, options).catch(() => null);
  const latest = answer?.status === 200 ? parseVersion(answer.text ?? '') : null;
  return { latest: latest ?? last?.latest ?? null, readAt: now };
}
