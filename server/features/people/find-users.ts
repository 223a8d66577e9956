import type { Selectable } from 'kysely';
import type * as calls from '#contract/people/people-admin.ts';
import type { AdminUser, UserStats } from '#contract/people/people-admin.ts';
import { foldText } from '#domain/base/folding.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { type Cursor, cutPage, readCursor } from '#server/http/paging.ts';
import type { Call } from '#server/http/route.ts';
import { readAdminEmails } from './admins.ts';
import { isAdmin } from './repo.ts';

type PersonRow = Selectable<Schema['people']>;
type Query = Call<typeof calls.listUsers>['query'];
type AdminShop = Pick<Context, 'config' | 'db'>;

/** Number of accounts read at once by a search: SQLite answers no other query meanwhile. */
const WINDOW = 1000;

export async function listUsers(
  { config, db }: AdminShop,
  { limit, cursor, ...filter }: Query,
): Promise<{ users: AdminUser[]; nextCursor: string | null }> {
  const wanted = foldText(filter.q ?? '');
  const size = wanted ? WINDOW : limit + 1;
  const found: PersonRow[] = [];
  let after = readCursor(cursor, ['number', 'string']);
  for (let more = true; more && found.length <= limit; ) {
    const rows = await readPeople({ config, db: db.queries }, filter, after, size);
    found.push(...rows.filter(({ email }) => foldText(email).includes(wanted)));
    const last = rows.at(-1);
    after = last ? keyOf(last) : after;
    more = wanted !== '' && rows.length === size;
  }
  const { page, nextCursor } = cutPage(found, limit, keyOf);
  return { users: page.map((person) => presentUser(config, person)), nextCursor };
}

function keyOf({ created_at, uid }: PersonRow): Cursor {
  return [created_at, uid];
}

function readPeople(
  { config, db }: { config: Context['config']; db: Queries },
  { role, isActive }: Pick<Query, 'role' | 'isActive'>,
  after: Cursor | null,
  limit: number,
): Promise<PersonRow[]> {
  let query = db.selectFrom('people').selectAll();
  if (role) {
    query = query.where(({ and, eb, not, or }) => {
      const isNamed = and([eb('email_verified', '=', 1), eb('email', 'in', config.adminEmails)]);
      const hasRole = eb('role', '=', 'admin');
      const isShownAdmin = config.adminEmails.length > 0 ? or([hasRole, isNamed]) : hasRole;
      return role === 'admin' ? isShownAdmin : not(isShownAdmin);
    });
  }
  if (isActive) query = query.where('is_active', '=', isActive === 'true' ? 1 : 0);
  if (after) query = query.where(isPast(['created_at', 'uid'], '<', after));
  return query.orderBy('created_at', 'desc').orderBy('uid', 'desc').limit(limit).execute();
}

export function presentUser({ adminEmails }: Context['config'], person: PersonRow): AdminUser {
  return {
    uid: person.uid,
    email: person.email,
    isAdmin: isAdmin(adminEmails, person),
    role: isAdmin(adminEmails, person) ? 'admin' : person.role,
    isActive: person.is_active === 1,
    emailVerified: person.email_verified === 1,
    createdAt: new Date(person.created_at).toISOString(),
  };
}

export async function countUsers({ config, db }: AdminShop): Promise<UserStats> {
  const groups = await db.queries
    .selectFrom('people')
    .select(({ fn }) => ['is_active', 'email_verified', fn.countAll<number>().as('people')])
    .groupBy(['is_active', 'email_verified'])
    .execute();
  const sum = (isCounted: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(isCounted).reduce((total, { people }) => total + people, 0);
  return {
    totalUsers: sum(() => true),
    activeUsers: sum(({ is_active }) => is_active === 1),
    disabledUsers: sum(({ is_active }) => is_active === 0),
    verifiedUsers: sum(({ email_verified }) => email_verified === 1),
    adminUsers: (await readAdminEmails({ config, db })).length,
  };
}
