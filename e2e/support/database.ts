import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Shop } from './server.ts';

/** A discount code of 10 % that anybody may use, unless told otherwise. */
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

/** Takes all uses of a code, as other buyers would. */
export function useUpCode(shop: Shop, code: string) {
  withDatabase(shop, (db) =>
    db.prepare('UPDATE discount_codes SET max_uses = 1, current_uses = 1 WHERE code = ?').run(code),
  );
}

/** Whether an order with this recipient exists, and how often. */
export function countOrders(shop: Shop, recipient: string): number {
  return withDatabase(shop, (db) => {
    const sql = 'SELECT count(*) AS n FROM orders WHERE full_name = ?';
    const row = db.prepare<[string], { n: number }>(sql).get(recipient);
    return row?.n ?? 0;
  });
}

/** Makes an account that the shop has met an admin with a verified e-mail. */
export function makeAdmin(shop: Shop, email: string) {
  withDatabase(shop, (db) => {
    db.prepare('UPDATE identity_users SET email_verified = 1 WHERE email = ?').run(email);
    db.prepare("UPDATE people SET email_verified = 1, role = 'admin' WHERE email = ?").run(email);
  });
}

/** Lets the shop ask its geocoder anew, at once. */
export function forgetGeocoder(shop: Shop) {
  withDatabase(shop, (db) =>
    db.exec('DELETE FROM geocoded_cities; UPDATE geocoder_turns SET next_at = 0;'),
  );
}

/** Makes what is being paid an hour and a minute older; the shop's job reads it soon. */
export function letAnHourPass(shop: Shop) {
  withDatabase(shop, (db) => db.exec('UPDATE payments SET created_at = created_at - 3660000;'));
}
