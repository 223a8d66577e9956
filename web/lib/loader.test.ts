import { expect, test, vi } from 'vitest';
import { createLoader, demand, warm } from './loader.ts';
import { takeReload } from './reload-page.ts';

test('code is loaded once, however often it is requested', async () => {
  const bring = vi.fn(async () => 'module');
  const loader = createLoader('part', bring);
  const seen: string[] = [];
  loader.subscribe(() => seen.push(loader.get().name));
  expect(loader.get()).toEqual({ name: 'idle' });
  expect(await Promise.all([loader.load(), loader.load()])).toEqual(['module', 'module']);
  expect(await loader.load()).toBe('module');
  expect(loader.get()).toEqual({ name: 'ready', module: 'module' });
  expect(seen).toEqual(['loading', 'ready']);
  expect(bring).toHaveBeenCalledTimes(1);
});

test('code that failed to load is loaded again at the next request', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const bring = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no line'));
  bring.mockResolvedValue('module');
  const loader = createLoader('part', bring);
  await expect(loader.load()).rejects.toThrow('no line');
  expect(loader.get()).toEqual({ name: 'failed' });
  const again = loader.load();
  expect(loader.get()).toEqual({ name: 'loading' });
  expect(await again).toBe('module');
  expect(loader.get()).toEqual({ name: 'ready', module: 'module' });
});

test('code that fails twice although the server answers reloads the page, which then knows why', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const kept = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal('location', { href: 'http://shop/', reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const ask = vi.fn().mockRejectedValueOnce(new Error('no line'));
  vi.stubGlobal('fetch', ask.mockResolvedValue(new Response()));
  const loader = createLoader('part', () => Promise.reject(new Error('kept')));
  for (let time = 1; time <= 2; time += 1) await expect(loader.load()).rejects.toThrow('kept');
  await expect.poll(() => ask.mock.calls.length).toBe(1);
  expect(reload).not.toHaveBeenCalled();

  // The proxy responds for a restarting shop.
  ask.mockResolvedValueOnce(new Response(null, { status: 502 }));
  await expect(loader.load()).rejects.toThrow('kept');
  await expect.poll(() => ask.mock.calls.length).toBe(2);
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();

  await expect(loader.load()).rejects.toThrow('kept');
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(takeReload('part')).toBe('');
  expect(takeReload('part')).toBeNull();
  vi.unstubAllGlobals();
});

test('code that failed is not loaded again by hovering over a button', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const bring = vi.fn(() => Promise.reject(new Error('no line')));
  const loader = createLoader('part', bring);
  warm(loader);
  await expect.poll(() => loader.get().name).toBe('failed');
  warm(loader);
  expect(bring).toHaveBeenCalledTimes(1);
  demand(loader);
  expect(bring).toHaveBeenCalledTimes(2);
});
