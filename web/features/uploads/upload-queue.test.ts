import { describe, expect, it, vi } from 'vitest';
import { LostAnswer, Refusal } from '#web/lib/api.ts';
import { createUploadQueue, retryDelay } from './upload-queue.ts';

function open(send: (id: string, signal: AbortSignal) => Promise<void>) {
  const arrived: string[] = [];
  const refused: string[] = [];
  const waits: number[] = [];
  const queue = createUploadQueue({
    send: async (id, { signal }) => {
      await send(id, signal);
      arrived.push(id);
    },
    onRefused: (id, message) => refused.push(`${id}: ${message}`),
    wait: async (ms) => void waits.push(ms),
  });
  return { queue, arrived, refused, waits };
}

describe('the upload queue', () => {
  it('sends three at a time, each once', async () => {
    let running = 0;
    let most = 0;
    const sent: string[] = [];
    const { queue, arrived } = open(async (id) => {
      sent.push(id);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    });
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    queue.setWanted(ids);
    queue.setWanted(ids);
    await vi.waitFor(() => expect(arrived).toHaveLength(7));
    expect(most).toBe(3);
    expect(sent.toSorted()).toEqual(ids);
    expect(queue.get().size).toBe(0);
  });

  it('tries again after a lost connection, waiting longer each time', async () => {
    let losses = 3;
    const { queue, arrived, waits } = open(async () => {
      losses -= 1;
      if (losses >= 0) throw new LostAnswer('lost');
    });
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(arrived).toEqual(['a']));
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(retryDelay(20)).toBe(30_000);
  });

  it('says that it tries again until an attempt gets anywhere, and starts anew on request', async () => {
    let attempts = 0;
    const { queue, arrived } = open(async (_id, signal) => {
      attempts += 1;
      if (attempts === 1) throw new LostAnswer('lost');
      if (attempts > 2) return;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    });
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(attempts).toBe(2));
    expect(queue.get().get('a')?.name).toBe('retrying');
    queue.retryNow();
    await vi.waitFor(() => expect(arrived).toEqual(['a']));
  });

  it('waits as long as the shop asks when there were too many calls', async () => {
    let isBusy = true;
    const { queue, arrived, waits } = open(async () => {
      if (!isBusy) return;
      isBusy = false;
      throw new Refusal(429, {}, 9000);
    });
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(arrived).toEqual(['a']));
    expect(waits).toEqual([9000]);
  });

  it.each([
    ['a full disk', new LostAnswer('No hay espacio', null, 503), 'No hay espacio'],
    ['too many calls', new Refusal(429, { success: false, message: 'Espera' }), 'Espera'],
    ['a slow line', new Refusal(408, { success: false, message: 'Muy lento' }), 'Muy lento'],
    ['no connection', new LostAnswer('Error de conexión'), null],
  ])('tells what the shop said while it waits: %s', async (_case, error, reason) => {
    let failures = 1;
    const { queue, arrived } = open(async () => {
      failures -= 1;
      if (failures >= 0) throw error;
    });
    const shown: unknown[] = [];
    queue.subscribe(() => shown.push(queue.get().get('a')));
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(arrived).toEqual(['a']));
    expect(shown).toContainEqual({ name: 'retrying', failures: 1, reason });
  });

  it('does not repeat what the shop refuses, and goes on with the others', async () => {
    const { queue, arrived, refused } = open(async (id) => {
      if (id === 'bad') throw new Refusal(415, { success: false, message: 'no es imagen' });
    });
    queue.setWanted(['bad', 'good']);
    await vi.waitFor(() => expect(arrived).toEqual(['good']));
    expect(refused).toEqual(['bad: no es imagen']);
  });

  it('has a reason even where a proxy refuses in its own words', async () => {
    const { queue, refused } = open(() => Promise.reject(new Refusal(413, '<html>')));
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(refused).toHaveLength(1));
    expect(refused[0]).toContain('No pudimos recibir');
  });

  it('stops sending a picture that was taken away', async () => {
    let stopped = false;
    const { queue, arrived } = open(
      (_id, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new LostAnswer('aborted'));
          });
        }),
    );
    queue.setWanted(['a']);
    await vi.waitFor(() => expect(queue.get().get('a')?.name).toBe('sending'));
    queue.setWanted([]);
    await vi.waitFor(() => expect(queue.get().size).toBe(0));
    expect(stopped).toBe(true);
    expect(arrived).toEqual([]);
  });
});
