import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases, useFreshShop } from '#server/testing/use-shop.ts';
import { claimUploads } from './repo.ts';

const PICTURES = 2000;

describe.each(databases)('claiming pictures for an order on %s', (kind) => {
  const shop = useFreshShop(kind);

  test('finds them by their ids, however many are waiting', async () => {
    const { db, newUploadId, clock } = shop.context;
    const facts = { mime_type: 'image/png', bytes: 1, width: 8, height: 8 };
    const rows = Array.from({ length: PICTURES }, () => ({
      ...facts,
      id: newUploadId(),
      created_at: clock(),
      claimed_at: clock(),
    }));
    await db.queries.insertInto('uploads').values(rows).execute();
    await sql`analyze`.execute(db.queries);
    const id = rows[0]?.id ?? '';
    const owner = { uid: null, guestEmail: null };
    const plan = await db.transaction(async (tx) => {
      const claim = claimUploads({
        ids: [id, rows[1]?.id ?? ''],
        at: clock(),
        owner,
        keyClaim: null,
      }).compile(tx);
      const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
      const made = CompiledQuery.raw(`${explain} ${claim.sql}`, [...claim.parameters]);
      return JSON.stringify((await tx.executeQuery(made)).rows);
    });
    expect(plan).toMatch(
      kind === 'sqlite' ? /INDEX sqlite_autoindex_uploads_1 \(id=/ : /uploads_pkey/,
    );
    expect(plan).not.toContain('uploads_waiting');
  });
});
