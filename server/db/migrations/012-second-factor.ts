import { type Kysely, sql } from 'kysely';

/** An admin's second factor, its recovery codes, and which sessions have passed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table second_factors (
    uid text not null primary key references people (uid) on delete cascade,
    sealed_secret text not null,
    last_step bigint not null,
    created_at bigint not null
  )`.execute(db);
  await sql`create table second_factor_codes (
    uid text not null references second_factors (uid) on delete cascade,
    code_hash text not null,
    primary key (uid, code_hash)
  )`.execute(db);
  await sql`create table second_factor_passes (
    uid text not null references second_factors (uid) on delete cascade,
    session text not null,
    passed_at bigint not null,
    primary key (uid, session)
  )`.execute(db);
}
