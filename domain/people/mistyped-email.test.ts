import { expect, test } from 'vitest';
import { doubtEmail } from './mistyped-email.ts';

test.each([
  ['camila@gmial.con', 'camila@gmail.com'],
  ['Ana.Perez@gmail.co', 'ana.perez@gmail.com'],
  ['a@gmai.com', 'a@gmail.com'],
  ['a@hotmial.com', 'a@hotmail.com'],
  ['a@outlok.cl', 'a@outlook.cl'],
  ['a@outlook.c', 'a@outlook.cl'],
  ['josé@hotmail.es', 'jose@hotmail.es'],
  ['a@mial.com', 'a@mail.com'],
  ['a@liev.com', 'a@live.com'],
  ['a@gmali.cmo', 'a@gmail.com'],
  [' a@gmai.com ', 'a@gmail.com'],
  ['José.Núñez@gmail.com', 'jose.nunez@gmail.com'],
  ['jose\u0301@hotmail.com', 'jose@hotmail.com'],
  ['peña@gmial.com', 'pena@gmail.com'],
  ['ana\u2011maria@yahoo.es', 'ana-maria@yahoo.es'],
  ['o’ryan@outlook.cl', "o'ryan@outlook.cl"],
])('%s is asked about', (typed, meant) => {
  expect(doubtEmail(typed)?.meant).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@hotmail.cl',
  'ana@hotmail.es',
  'ana@outlook.es',
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
  'josé@correo.cl',
  'почта@мир.рф',
  'ana+pines_1@gmail.com',
])('nothing is asked of %j', (typed) => {
  expect(doubtEmail(typed)).toBe(null);
});

test('the question names the part that looks wrong', () => {
  const asked = (typed: string) => doubtEmail(typed)?.question;
  expect(asked('ana@gmial.com')).toBe('¿Quisiste decir gmail.com?');
  expect(asked('josé@gmail.com')).toBe('¿Quisiste decir jose@gmail.com?');
  expect(doubtEmail('anaп@gmail.com')).toEqual({
    question: '¿Está bien escrito? gmail.com no usa letras como «п»',
    meant: null,
  });
});
