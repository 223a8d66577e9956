import { expect, test, vi } from 'vitest';
import { createLoader } from './loader.ts';

test('code is brought once, however often it is wanted', async () => {
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

test('code that did not come is brought again when it is wanted again', async () => {
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
