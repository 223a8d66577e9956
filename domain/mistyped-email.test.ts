import { expect, test } from 'vitest';
import { suggestEmail } from './mistyped-email.ts';

test.each([
  ['camila@gmial.con', 'camila@gmail.com'],
  ['Ana.Perez@gmail.co', 'ana.perez@gmail.com'],
  ['a@gmai.com', 'a@gmail.com'],
  ['a@hotmial.com', 'a@hotmail.com'],
  ['a@outlok.cl', 'a@outlook.cl'],
])('%s is asked about', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@hotmail.cl',
  'ana@correo.cl',
  'ana@empresa.com',
  'ana@us.cl',
  'ana@mail.com',
  'ana',
  '',
  'a@b@c.cl',
])('nothing is asked of %j', (typed) => {
  expect(suggestEmail(typed)).toBe(null);
});
