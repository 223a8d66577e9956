import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, success, text, trueOrFalse } from '#contract/base/fields.ts';
import { cursor, flag, limit, nextCursor } from '#contract/base/paging.ts';

const ROLES = ['admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** An account; `role` is `admin` also by a verified e-mail in ADMIN_EMAILS. */
export const adminUser = z.object({
  uid: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** Time of its first request, ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const userStats = z.object({
  totalUsers: z.number(),
  activeUsers: z.number(),
  disabledUsers: z.number(),
  verifiedUsers: z.number(),
  /** Accounts with access to the panel. */
  adminUsers: z.number(),
});
export type UserStats = z.infer<typeof userStats>;

const changed = success({ message: z.string(), user: adminUser });

export const listUsers = adminRoute('GET', '/admin/users', {
  summary: 'Accounts, the latest first',
  query: z.object({
    /** Part of the e-mail. */
    q: z.optional(text(100)),
    role: z.optional(z.enum(ROLES, { error: 'Este rol no existe' })),
    isActive: z.optional(flag),
    limit: limit(50),
    cursor,
  }),
  answer: success({ users: z.array(adminUser), nextCursor }),
});

export const readUserStats = adminRoute('GET', '/admin/users/stats', {
  summary: 'Number of accounts',
  answer: success({ stats: userStats }),
});

export const readUser = adminRoute('GET', '/admin/users/{uid}', {
  summary: 'One account',
  answer: success({ user: adminUser }),
});

/**
 * 409 `last_admin`; 409 `admin_by_config` for an admin by ADMIN_EMAILS; 409 `email_not_verified`:
 * anyone can sign up with another person's address.
 */
export const changeUserRole = adminRoute('PATCH', '/admin/users/{uid}/role', {
  summary: 'Grants or revokes the admin role of an account',
  body: jsonObject({ role: z.enum(ROLES, { error: 'Este rol no existe' }) }),
  answer: changed,
});

/** 409 `last_admin`; 409 `admin_by_config` for an account with an e-mail of ADMIN_EMAILS. */
export const changeUserStatus = adminRoute('PATCH', '/admin/users/{uid}/status', {
  summary: 'Blocks an account and ends its sessions, or unblocks it',
  body: jsonObject({ isActive: trueOrFalse() }),
  answer: changed,
});
