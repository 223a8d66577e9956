import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { addressBody, cityAsListed, deliveryRules } from '#contract/delivery/delivery.ts';
import { oneAddress, savedAddress } from './saved-address.ts';
import { secondFactor } from './second-factor.ts';

/** The signed-in user; times are ISO 8601 in UTC, null if the provider does not report them. */
const currentUser = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  /** Sign-in methods of the account: `password`, `google.com`. */
  providers: z.array(z.string()),
  metadata: z.object({
    creationTime: z.nullable(z.string()),
    lastSignInTime: z.nullable(z.string()),
  }),
});

export const checkAdmin = defineRoute('GET', '/auth/check-admin', {
  auth: 'bearer',
  summary: 'Whether the account is an admin, and the state of its second factor',
  /** `secondFactor` is null unless the account is an admin. */
  answer: success({ isAdmin: z.boolean(), secondFactor: z.nullable(secondFactor) }),
});

export const readProfile = defineRoute('GET', '/auth/profile', {
  auth: 'bearer',
  summary: 'The account and its saved address',
  answer: success({ user: currentUser, address: z.nullable(savedAddress) }),
});

export const saveAddress = defineRoute('PUT', '/orders/addresses', {
  auth: 'bearer',
  summary: 'Corrects the saved address',
  body: jsonObject(addressBody).check(cityAsListed(), deliveryRules({ isGuest: false })),
  answer: oneAddress,
});

const identityProbe = success({ message: z.string(), uid: z.string() });

export const testAuth = defineRoute('GET', '/verify/test-auth', {
  auth: 'bearer',
  summary: 'Whether the bearer is accepted',
  answer: identityProbe,
});

export const testAdmin = adminRoute('GET', '/verify/test-admin', {
  summary: 'Whether the bearer belongs to an admin',
  answer: identityProbe,
});
