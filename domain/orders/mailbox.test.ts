import { expect, test } from 'vitest';
import { byMail, tellsBuyer } from './mailbox.ts';

test('a mail is promised to whoever has an e-mail, and the shop reads who has none', () => {
  const guest = { userEmail: null, deliveryData: { email: 'ana@correo.cl' } };
  const account = { userEmail: 'eva@correo.cl', deliveryData: { email: null } };
  const byPhone = { userEmail: null, deliveryData: { email: null } };
  expect([guest, account, byPhone].map(byMail)).toEqual([' por correo', ' por correo', '']);
  expect([guest, byPhone].map((order) => tellsBuyer(order, 'Le escribimos.'))).toEqual([
    'Le escribimos.',
    'No tiene correo: avísale tú.',
  ]);
});
