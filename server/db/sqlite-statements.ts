import type { Database, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

const MOST_STATEMENTS = 300;
const KEPT = /^(?:begin|commit|delete|insert|rollback|select|update|with)\b/;

/** Keeps prepared statements by their text; any other query, such as DDL, drops them all. */
export function keepStatements(database: Database): SqliteDatabase {
  const kept = new Map<string, Statement<unknown[]>>();

  function prepare(sql: string): Statement<unknown[]> {
    if (!KEPT.test(sql)) {
      kept.clear();
      return database.prepare(sql);
    }
    const known = kept.get(sql);
    if (known) return known;
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MOST_STATEMENTS) kept.delete(oldest);
    const statement = database.prepare<unknown[]>(sql);
    kept.set(sql, statement);
    return statement;
  }

  return { prepare, close: () => database.close() };
}
