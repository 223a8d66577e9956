import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Faults that are planted in the shop's database: the simulation must find each of them. */
export const mutants: Readonly<Record<string, (db: Database) => Promise<void>>> = {
  'a lost job': (db) =>
    plant(
      db,
      sql`after insert on jobs
        when new.kind = 'mail.order_received' and (select count(*) from orders) % 3 = 2
        begin delete from jobs where id = new.id; end`,
    ),
  // Not every use is counted, so the code can be used once too often.
  'a code used once too often': (db) =>
    plant(
      db,
      sql`after insert on discount_redemptions
        when (select count(*) from discount_redemptions) % 2 = 0
        begin update discount_codes set current_uses = current_uses - 1 where code = new.code; end`,
    ),
  // The buyer sees a rejected payment, although it was charged.
  'a payment out of sight': (db) =>
    plant(
      db,
      sql`after update of state on payments when new.state = 'paid'
        begin update payments set state = 'refused', paid_at = null where id = new.id; end`,
    ),
  'a mail sent twice': (db) =>
    plant(
      db,
      sql`after update of state on jobs
        when new.state = 'done' and new.attempts = 1 and (select count(*) from jobs) % 4 = 3
        begin
          update jobs set state = 'waiting', done_at = null, payload = old.payload where id = new.id;
        end`,
    ),
};

async function plant({ queries }: Database, what: ReturnType<typeof sql>): Promise<void> {
  await sql`create trigger planted ${what}`.execute(queries);
}
