import * as z from 'zod/mini';
import { mustBe, success, text } from '#contract/base/fields.ts';
import { cursor, limit, nextCursor } from '#contract/base/paging.ts';
import { defineRoute } from '#contract/base/route.ts';

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

const flag = z.enum(['true', 'false'], { error: 'Debe ser true o false' });
const json = { error: mustBe('un objeto JSON') };
const changed = success({ message: z.string(), user: adminUser });

export const listUsers = defineRoute({
  method: 'GET',
  path: '/admin/users',
  auth: 'admin',
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

export const readUserStats = defineRoute({
  method: 'GET',
  path: '/admin/users/stats',
  auth: 'admin',
  summary: 'Number of accounts',
  answer: success({ stats: userStats }),
});

export const readUser = defineRoute({
  method: 'GET',
  path: '/admin/users/{uid}',
  auth: 'admin',
  summary: 'One account',
  answer: success({ user: adminUser }),
});

/**
 * 409 `last_admin`; 409 `admin_by_config` for an admin by ADMIN_EMAILS; 409 `email_not_verified`:
 * anyone can sign up with another person's address.
 */
export const changeUserRole = defineRoute({
  method: 'PATCH',
  path: '/admin/users/{uid}/role',
  auth: 'admin',
  summary: 'Grants or revokes the admin role of an account',
  body: z.object({ role: z.enum(ROLES, { error: 'Este rol no existe' }) }, json),
  answer: changed,
});

/** 409 `last_admin`; 409 `admin_by_config` for an account with an e-mail of ADMIN_EMAILS. */
export const changeUserStatus = defineRoute({
  method: 'PATCH',
  path: '/admin/users/{uid}/status',
  auth: 'admin',
  summary: 'Blocks an account and ends its sessions, or unblocks it',
  body: z.object({ isActive: z.boolean({ error: mustBe('verdadero o falso') }) }, json),
  answer: changed,
});
