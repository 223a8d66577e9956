import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { CONNECTION_LOST } from './api.ts';
import { sendForm } from './send-form.ts';
import { unreadable } from './testing/unreadable.ts';

afterEach(() => vi.unstubAllGlobals());

test('a file that cannot be read is not called a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const file = new Blob(['pago']);
  const send = () => sendForm({ method: 'POST', path: '/', answer: z.unknown() }, { file });
  await expect(send()).rejects.toThrow(CONNECTION_LOST);
  file.slice = unreadable;
  await expect(send()).rejects.toThrow('No pudimos leer el archivo');
});
