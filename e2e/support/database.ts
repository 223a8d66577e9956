import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Shop } from './server.ts';

/** By default a discount code of 10 % without conditions. */
export type Code = {
  code: string;
  name?: string;
  type?: 'percentage' | 'fixed';
  value?: number;
  maxUses?: number | null;
  currentUses?: number;
  isActive?: boolean;
  expiresAt?: number | null;
};

function withDatabase<T>(shop: Shop, work: (db: Database.Database) => T): T {
  const db = new Database(join(shop.dataDir, 'shop.sqlite'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

export function addCode(shop: Shop, code: Code) {
  withDatabase(shop, (db) =>
    db
      .prepare(
        `INSERT INTO discount_codes (code, name, type, value_hundredths, multiple_use, max_uses,
           current_uses, is_active, expires_at, created_at)
         VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
      )
      .run(
        code.code,
        code.name ?? 'Prueba',
        code.type ?? 'percentage',
        (code.value ?? 10) * 100,
        code.maxUses ?? null,
        code.currentUses ?? 0,
        code.isActive === false ? 0 : 1,
        code.expiresAt ?? null,
        Date.now(),
      ),
  );
}

/** Uses up a code, as if by other buyers. */
export function useUpCode(shop: Shop, code: string) {
  withDatabase(shop, (db) =>
    db.prepare('UPDATE discount_codes SET max_uses = 1, current_uses = 1 WHERE code = ?').run(code),
  );
}

/** Returns the number of orders with this recipient. */
export function countOrders(shop: Shop, recipient: string): number {
  return withDatabase(shop, (db) => {
    const sql = 'SELECT count(*) AS n FROM orders WHERE full_name = ?';
    const row = db.prepare<[string], { n: number }>(sql).get(recipient);
    return row?.n ?? 0;
  });
}

/** Removes the geocoder's cache and rate limit. */
export function forgetGeocoder(shop: Shop) {
  withDatabase(shop, (db) =>
    db.exec('DELETE FROM geocoded_cities; UPDATE geocoder_turns SET next_at = 0;'),
  );
}

/** Adds a mail about an order that the mail server has refused, or another job that failed. */
export function addGivenUp(
  shop: Shop,
  { kind, orderId, reason }: { kind: string; orderId?: string; reason: string },
) {
  withDatabase(shop, (db) =>
    db
      .prepare(
        `INSERT INTO jobs (id, kind, payload, state, attempts, run_at, last_error, created_at, done_at)
         VALUES (?, ?, ?, 'dead', 1, 0, ?, ?, ?)`,
      )
      .run(randomUUID(), kind, JSON.stringify({ orderId }), reason, Date.now(), Date.now()),
  );
}
