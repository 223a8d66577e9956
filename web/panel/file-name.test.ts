import { expect, it } from 'vitest';
import { readFileName } from './download.ts';

it('takes a file’s name from its header', () => {
  expect(readFileName('attachment; filename="pedidos.csv"')).toBe('pedidos.csv');
  expect(readFileName("attachment; filename=x; filename*=UTF-8''foto%20%C3%B1.png")).toBe(
    'foto ñ.png',
  );
  expect(readFileName(null)).toBeNull();
});
