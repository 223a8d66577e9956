import { expect, test } from 'vitest';
import { ownerOf, type SignedIn } from './buyer.ts';

const buyer: SignedIn = {
  uid: 'u1',
  email: 'rosa@correo.cl',
  emailVerified: true,
  isAdmin: false,
  signedInAt: 0,
  token: { uid: 'u1', session: 's', claims: {} },
};

test("an account sees its own orders, and its mailbox's once that is verified", () => {
  expect(ownerOf(buyer)).toEqual({ uid: 'u1', guestEmail: 'rosa@correo.cl' });
  expect(ownerOf({ ...buyer, emailVerified: false })).toEqual({ uid: 'u1', guestEmail: null });
  expect(ownerOf(null)).toEqual({ uid: null, guestEmail: null });
});
