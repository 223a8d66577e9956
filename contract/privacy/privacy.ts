import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { copiedLine, success } from '#contract/base/fields.ts';
import { defineFile, defineRoute } from '#contract/base/route.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';

/** Path parameter for a guest, who has no uid and is identified by e-mail. */
export const GUEST = 'guest';

/** Case and invisible signs are ignored. */
const email = copiedLine(DELIVERY_LIMITS.email);
const byAccount = z.object({
  /** The guest's e-mail, if the path has `guest` instead of a uid. */
  email: z.optional(email),
});
const byEmail = z.object({
  email: email.check(z.minLength(1, { error: 'Falta el correo de la persona invitada' })),
});

const erased = success({ message: z.string(), orders: z.number() });
const JSON_FILE = 'application/json; charset=utf-8';

/** The account, its address, orders (also joined ones) and history. 404 for an unknown account. */
export const exportPerson = adminFile('/admin/people/{uid}/export', {
  summary: "A person's data as JSON; for a guest, `guest` as uid and the e-mail in the query",
  query: byAccount,
  file: JSON_FILE,
});

export const exportGuest = adminFile('/admin/people/export', {
  summary: "A guest's data as JSON",
  query: byEmail,
  file: JSON_FILE,
});

/** Amounts are kept. 409 `order_under_way`, `last_admin`, `admin_by_config`. */
export const erasePerson = adminRoute('DELETE', '/admin/people/{uid}', {
  summary: 'Erases a person for good; for a guest, `guest` as uid and the e-mail in the query',
  query: byAccount,
  answer: erased,
});

export const eraseGuest = adminRoute('DELETE', '/admin/people', {
  summary: 'Erases a guest for good, by e-mail',
  query: byEmail,
  answer: erased,
});

/**
 * 403 `fresh_sign_in_required` ten minutes after signing in, `second_factor_required` if the
 * account has one; 429 after five in an hour.
 */
export const exportProfile = defineFile('GET', '/auth/profile/export', {
  auth: 'bearer',
  summary: 'All data of the account and its orders, as JSON',
  file: JSON_FILE,
});

/** 403 `fresh_sign_in_required`; 409 `order_under_way`, `last_admin`, `admin_by_config`. */
export const eraseProfile = defineRoute('DELETE', '/auth/profile', {
  auth: 'bearer',
  summary: 'Erases the account and its data for good',
  answer: success({ message: z.string() }),
});
