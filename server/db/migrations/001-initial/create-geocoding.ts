import { type Kysely, sql } from 'kysely';
import { key, required } from './column.ts';

export async function createGeocoding(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('geocoded_cities')
    .addColumn('city', 'text', key)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('asked_at', 'bigint', required)
    .addCheckConstraint('geocoded_cities_point', sql`(lat is null) = (lng is null)`)
    .execute();
  await db.schema
    .createTable('geocoder_turns')
    .addColumn('id', 'integer', (column) => key(column).check(sql`id = 1`))
    .addColumn('next_at', 'bigint', required)
    .execute();
  await sql`insert into geocoder_turns (id, next_at) values (1, 0)`.execute(db);
}
