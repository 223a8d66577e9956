import type { CDPSession } from '@playwright/test';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

async function readTrace(session: CDPSession): Promise<TraceEvent[]> {
  const complete = new Promise<string>((resolve) => {
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? ''));
  });
  await session.send('Tracing.end');
  const handle = await complete;
  let text = '';
  for (let isEnd = false; !isEnd; ) {
    const { data, eof } = await session.send('IO.read', { handle, size: 1 << 24 });
    text += data;
    isEnd = eof;
  }
  return JSON.parse(text).traceEvents;
}

/**
 * Measures how long the page's main thread is blocked. It counts CPU time, not elapsed time, so
 * that other programs do not affect it.
 * @returns a function that ends the measurement and returns the longest task, in milliseconds
 */
export async function watchTasks(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  });
  return async () => {
    const events = await readTrace(session);
    const mains = events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`);
    const tasks = events.filter(
      ({ name, ph, pid, tid }) =>
        ph === 'X' && name === 'ThreadControllerImpl::RunTask' && mains.includes(`${pid} ${tid}`),
    );
    if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
  };
}
