import * as z from 'zod';
import type { JobHandler } from '#server/jobs/worker.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const KIND = 'people.remove-account';
const payload = z.object({ uid: z.string() });

/** Has an erased account removed at its identity provider, which may be far away, after the commit. */
export async function enqueueAccountRemoval(tx: Tx, uid: string, now: number): Promise<void> {
  await enqueue(tx, { kind: KIND, payload: { uid } }, now);
}

/** @returns what removes erased accounts, should the shop have stopped before it was done */
export function personHandlers({
  identity,
}: Pick<Context, 'identity'>): Record<string, JobHandler> {
  return { [KIND]: async (sent) => identity.remove(payload.parse(sent).uid) };
}
