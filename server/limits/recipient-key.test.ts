import { expect, test } from 'vitest';
import { recipientKey } from './recipient-key.ts';

test.each([
  ['rosa@correo.cl', 'rosa@correo.cl'],
  [' Rosa@Correo.CL ', 'rosa@correo.cl'],
  ['rosa+pines@correo.cl', 'rosa@correo.cl'],
  ['rosa+a+b@correo.cl', 'rosa@correo.cl'],
  ['+rosa@correo.cl', '+rosa@correo.cl'],
  ['ro.sa@correo.cl', 'ro.sa@correo.cl'],
  ['rosa@xn--caf-dma.cl', 'rosa@café.cl'],
  ['R.o.sa+x@GoogleMail.com', 'rosa@gmail.com'],
])('%s counts as %s', (address, key) => {
  expect(recipientKey(address)).toBe(key);
});
