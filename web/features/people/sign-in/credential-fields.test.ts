import { expect, test } from 'vitest';
import { newEmailProblem, newPasswordProblem } from './credential-fields.tsx';

test.each([
  ['', 'Ingresa tu email'],
  ['sin-arroba', 'El email debe tener un formato válido'],
  ['mañana@ejemplo.cl', expect.stringContaining('haz tu pedido sin cuenta')],
  ['ana@ejemplo.cl', null],
])('a new account with the e-mail %o is told %o', (email, problem) => {
  expect(newEmailProblem(email)).toEqual(problem);
});

test.each([
  ['', '', 'Ingresa una contraseña'],
  ['una-clave', 'otra-clave', 'Las contraseñas no coinciden'],
  ['siete77', 'siete77', 'La contraseña debe tener al menos 8 caracteres.'],
  ['ocho8888', 'ocho8888', null],
])('a new password %o, confirmed as %o, is told %o', (password, confirmation, problem) => {
  expect(newPasswordProblem(password, confirmation)).toBe(problem);
});
