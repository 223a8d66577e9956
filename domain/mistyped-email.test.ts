import { expect, test } from 'vitest';
import { suggestEmail } from './mistyped-email.ts';

test.each([
  ['camila@gmial.con', 'camila@gmail.com'],
  ['Ana.Perez@gmail.co', 'ana.perez@gmail.com'],
  ['a@gmai.com', 'a@gmail.com'],
  ['a@hotmial.com', 'a@hotmail.com'],
  ['a@outlok.cl', 'a@outlook.cl'],
  ['a@outlook.c', 'a@outlook.cl'],
  ['a@mial.com', 'a@mail.com'],
  ['a@liev.com', 'a@live.com'],
  ['a@gmali.cmo', 'a@gmail.com'],
  [' a@gmai.com ', 'a@gmail.com'],
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
  'ana y a@gmai.com',
  'a@gmai.com o a@correo.cl',
  '@gmai.com',
  'ana@udec.com',
  'ana@mail.cl',
  'ana@gxyzl.com',
  'ana@gamli.cxm',
])('nothing is asked of %j', (typed) => {
  expect(suggestEmail(typed)).toBe(null);
});
