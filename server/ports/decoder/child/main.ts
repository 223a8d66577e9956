import { existsSync } from 'node:fs';
import { ShopError } from '#domain/base/errors.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import type { Message, Request, Result } from '#server/ports/decoder/messages.ts';

/**
 * A process that uses more memory than this after a picture is replaced by a new one, which costs as
 * much as half a picture; after usual ones it has 135 to 155 MB.
 */
const MAX_IDLE_BYTES = 180_000_000;

// A decoder process: it answers one request after the other. It ignores Ctrl+C, which reaches both
// processes, and ends with its parent, or when a picture costs too much.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (message) => {
  // Only the parent has this channel.
  void answer(message as Request);
});
send('up');

async function answer(request: Request): Promise<void> {
  const spentMs = startClock();
  const unwatch = watchCosts(request, spentMs, (result) => {
    send({ result, spentMs: spentMs(), isLast: true }, () => process.kill(process.pid, 'SIGKILL'));
  });
  const result = await perform(request).catch((error) => refuse(error, request));
  unwatch();
  const isLast = process.memoryUsage.rss() > MAX_IDLE_BYTES;
  send({ result, spentMs: spentMs(), isLast });
}

/** Loads only the code of the task: the network that finds heads, for copies, takes 5 MB. */
async function perform(request: Request): Promise<Result> {
  if (request.kind === 'copies') {
    const copies = await (await import('./make-copies.ts')).makeCopies(request);
    return copies ? { kind: 'copies', copies } : { kind: 'heavy' };
  }
  const file =
    request.kind === 'variant'
      ? await (await import('./make-variant.ts')).makeVariant(request)
      : await (await import('./make-square.ts')).makeSquare(request);
  return file ? { kind: 'file', file } : { kind: 'heavy' };
}

/** Returns a function that returns the processor time since this call, in milliseconds. */
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

/**
 * Returns the result for an error: an unreadable picture is broken, a missing one is the shop's
 * fault.
 */
function refuse(error: unknown, request: Request): Result {
  if (error instanceof ShopError) return { kind: 'refused', code: error.code };
  if (isFullDisk(error)) return { kind: 'refused', code: 'disk_full' };
  const source = request.kind === 'copies' ? request.path : request.picture;
  const isLost = typeof source === 'string' && !existsSync(source);
  return { kind: 'refused', code: isLost ? 'unavailable' : 'image_broken' };
}

const WATCH_MS = 20;
/** Several times the processor time of the most expensive picture whose header is accepted. */
const MAX_SPENT_MS = 15_000;

/**
 * Watches the processor time and memory of a decoding, because a header may not show everything.
 * @param onOver gets the result; decoding can only be stopped by ending the process
 * @returns a function that stops watching
 */
function watchCosts(
  { mayBeHeavy, maxResidentBytes }: Request,
  spentMs: () => number,
  onOver: (result: Result) => void,
): () => void {
  const timer = setInterval(() => {
    const isSlow = spentMs() > MAX_SPENT_MS;
    if (!isSlow && process.memoryUsage.rss() <= maxResidentBytes) return;
    clearInterval(timer);
    const mayTryAgain = !isSlow && !mayBeHeavy;
    onOver(mayTryAgain ? { kind: 'heavy' } : { kind: 'refused', code: 'image_too_complex' });
  }, WATCH_MS);
  return () => clearInterval(timer);
}
