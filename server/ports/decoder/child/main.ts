import type { Message, Request, Result } from '../messages.ts';
import { refuse } from './refuse.ts';
import { watchCosts } from './watch-costs.ts';

/** A process that holds more than this after a picture gives way to a fresh one. */
const MAX_KEPT_BYTES = 140_000_000;

// The program of a decoder process: it answers one request after the other, and ends with its
// parent (a stop from the keyboard reaches both), or when a picture costs too much.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (message) => {
  // Nobody but the parent has this channel.
  void answer(message as Request);
});
send('up');

async function answer(request: Request): Promise<void> {
  const spentMs = startClock();
  const unwatch = watchCosts(request, spentMs, (result) => {
    send({ result, spentMs: spentMs(), isLast: true }, () => process.kill(process.pid, 'SIGKILL'));
  });
  const result = await perform(request).catch(refuse);
  unwatch();
  const isLast = process.memoryUsage.rss() > MAX_KEPT_BYTES;
  send({ result, spentMs: spentMs(), isLast });
}

/** Loads what it needs alone: heads are looked for in copies, and the network for it takes 5 MB. */
async function perform(request: Request): Promise<Result> {
  if (request.kind === 'copies') {
    const { makeCopies } = await import('./make-copies.ts');
    return makeCopies(request);
  }
  const { makeSquare } = await import('./make-square.ts');
  return makeSquare(request);
}

/** @returns what tells the processor time since now, in milliseconds */
function startClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

function send(message: Message, then: () => void = () => undefined): void {
  process.send?.(message, then);
}
