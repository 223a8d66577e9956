import { type ErrorCode, ShopError } from '#domain/errors.ts';
import { createFairQueue } from '#server/limits/fair-queue.ts';
import type { Decoder } from './decoder.ts';
import { createDecoderPool } from './decoder-pool.ts';
import type { Result, Task } from './messages.ts';

type Settings = {
  /** How long a process waits for its next picture before it ends, in milliseconds. */
  idleMs?: number;
  /** How many pictures wait at most, of all clients and of one. */
  waiting?: number;
  waitingPerClient?: number;
  /** Whether there is a most. */
  isBounded?: boolean;
  /** Memory that a process may hold, of which about 75 MB are its own. */
  maxResidentBytes?: { light: number; heavy: number };
};

type Outcome = { result: Exclude<Result, { kind: 'heavy' }>; spentMs: number };

const MIB = 1024 ** 2;
const RETRY_AFTER_S = 5;
/** Who the shop's own pictures wait as. */
const SHOP = '';

/**
 * Decodes two pictures at once, in processes of their own that live as long as there is something
 * to decode. Of pictures that need much memory one is decoded at a time, and small ones pass them.
 */
export function openDecoder({
  idleMs = 30_000,
  waiting = 300,
  waitingPerClient = 60,
  isBounded = true,
  maxResidentBytes = { light: 256 * MIB, heavy: 400 * MIB },
}: Settings = {}): Decoder {
  const pool = createDecoderPool(idleMs);
  const most = (count: number) => (isBounded ? count : Number.POSITIVE_INFINITY);
  const limits = {
    waiting: most(waiting),
    waitingPerClient: most(waitingPerClient),
    retryAfterS: RETRY_AFTER_S,
  };
  const turns = createFairQueue({ running: 2, ...limits });
  const heavyTurns = createFairQueue({ running: 1, ...limits });

  const ask = (task: Task, client: string, weight: 'light' | 'heavy') =>
    turns.run(client, () =>
      pool.ask({
        ...task,
        mayBeHeavy: weight === 'heavy',
        maxResidentBytes: maxResidentBytes[weight],
      }),
    );

  async function perform(task: Task, client: string): Promise<Outcome> {
    const first = await ask(task, client, 'light');
    if (first.result.kind !== 'heavy') return { result: first.result, spentMs: first.spentMs };
    const again = await heavyTurns.run(client, () => ask(task, client, 'heavy'));
    const spentMs = first.spentMs + again.spentMs;
    if (again.result.kind !== 'heavy') return { result: again.result, spentMs };
    return { result: { kind: 'refused', code: 'image_too_complex' }, spentMs };
  }

  return {
    async makeCopies(request, client) {
      const { result, spentMs } = await perform({ kind: 'copies', ...request }, client);
      if (result.kind === 'copies') return { spentMs, copies: result.copies };
      return { spentMs, refusal: refusalOf(result) };
    },

    async makeSquare(request) {
      const { result } = await perform({ kind: 'square', ...request }, SHOP);
      if (result.kind === 'square') return result.square;
      throw new ShopError(refusalOf(result));
    },

    close: pool.close,
  };
}

function refusalOf(result: Outcome['result']): ErrorCode {
  return result.kind === 'refused' ? result.code : 'internal_error';
}
