import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { addCode } from '#server/testing/orders.ts';
import { setRows } from '#server/testing/rows.ts';
import { CODES } from './actions.ts';
import { terms } from './model-order.ts';

const TABLES = [
  'idempotency_keys',
  'payments',
  'proofs',
  'orders',
  'order_statistics',
  'pin_statistics',
  'stale_statistics',
  'uploads',
  'discount_codes',
  'saved_addresses',
  'audit_log',
  'jobs',
] as const;

/** Empties a shop except its accounts, which become unverified; its codes become unused. */
export async function emptyShop(
  context: Pick<Context, 'db' | 'clock'>,
  emails: readonly string[],
): Promise<void> {
  const { queries } = context.db;
  for (const table of TABLES) await queries.deleteFrom(table).execute();
  await setRows(context, 'people', { email: emails }, { email_verified: 0 });
  await sql`update identity_users set email_verified = 0
    where email in (${sql.join([...emails])})`.execute(queries);
  for (const code of CODES) {
    const { discount, max } = terms[code];
    const value_hundredths = discount.value * 100;
    const limit = { multiple_use: max === 1 ? 0 : 1, max_uses: max === 2 ? 2 : null } as const;
    await addCode(context, code, { type: discount.type, value_hundredths, ...limit });
  }
}
