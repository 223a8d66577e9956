import type { SelectType } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openShop, type TestShop } from '../testing/shop.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './types.ts';

type Kind<T> = [NonNullable<T>] extends [number]
  ? 'number'
  : [NonNullable<T>] extends [string]
    ? 'text'
    : 'dialect';
type Column<T> = null extends T ? `${Kind<T>} or null` : Kind<T>;

/** The types once more, as values: a column that one side lacks does not compile, or does not pass. */
const columns = {
  audit_log: {
    id: 'text',
    at: 'number',
    actor_uid: 'text or null',
    entity: 'text',
    entity_id: 'text',
    action: 'text',
    changes: 'text',
    version: 'number or null',
    reason: 'text or null',
  },
  discount_codes: {
    code: 'text',
    name: 'text',
    type: 'text',
    value_hundredths: 'number',
    multiple_use: 'number',
    max_uses: 'number or null',
    current_uses: 'number',
    is_active: 'number',
    expires_at: 'number or null',
    created_at: 'number',
  },
  discount_redemptions: {
    order_id: 'text',
    code: 'text',
  },
  geocoded_cities: {
    city: 'text',
    lat: 'number or null',
    lng: 'number or null',
    asked_at: 'number',
  },
  geocoder_turns: {
    id: 'number',
    next_at: 'number',
  },
  idempotency_keys: {
    key: 'text',
    request_hash: 'text',
    order_id: 'text',
  },
  identity_accounts: {
    id: 'text',
    user_id: 'text',
    provider_id: 'text',
    account_id: 'text',
    password: 'text or null',
    access_token: 'text or null',
    refresh_token: 'text or null',
    id_token: 'text or null',
    access_token_expires_at: 'dialect or null',
    refresh_token_expires_at: 'dialect or null',
    scope: 'text or null',
    created_at: 'dialect',
    updated_at: 'dialect',
  },
  identity_keys: {
    id: 'text',
    public_key: 'text',
    private_key: 'text',
    alg: 'text',
    secret_id: 'text',
    created_at: 'number',
    expires_at: 'number',
  },
  identity_sessions: {
    id: 'text',
    user_id: 'text',
    token: 'text',
    expires_at: 'dialect',
    ip_address: 'text or null',
    user_agent: 'text or null',
    created_at: 'dialect',
    updated_at: 'dialect',
  },
  identity_users: {
    id: 'text',
    name: 'text',
    email: 'text',
    email_verified: 'dialect',
    image: 'text or null',
    created_at: 'dialect',
    updated_at: 'dialect',
  },
  identity_verifications: {
    id: 'text',
    identifier: 'text',
    value: 'text',
    expires_at: 'dialect',
    created_at: 'dialect',
    updated_at: 'dialect',
  },
  jobs: {
    id: 'text',
    kind: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'number',
    run_at: 'number',
    lease: 'text or null',
    last_error: 'text or null',
    created_at: 'number',
    done_at: 'number or null',
  },
  order_items: {
    order_id: 'text',
    position: 'number',
    upload_id: 'text',
    original_name: 'text',
    notes: 'text or null',
    quantity: 'number',
  },
  orders: {
    id: 'text',
    created_at: 'number',
    status: 'text',
    version: 'number',
    user_uid: 'text or null',
    user_email: 'text or null',
    full_name: 'text',
    phone: 'text',
    email: 'text or null',
    region: 'text',
    city: 'text',
    address: 'text',
    lat: 'number or null',
    lng: 'number or null',
    notes: 'text or null',
    images_count: 'number',
    unique_images: 'number',
    price_per_image: 'number',
    images_total: 'number',
    discount_code: 'text or null',
    discount_amount: 'number',
    subtotal_after_discount: 'number',
    shipping_cost: 'number',
    total_amount: 'number',
    guest_email: 'text or null',
    deleted_at: 'number or null',
    paid_on: 'text or null',
    paid_how: 'text or null',
    courier: 'text or null',
    tracking_number: 'text or null',
    terms_version: 'text or null',
  },
  order_search: {
    order_id: 'text',
    text: 'text',
  },
  order_tallies: {
    city: 'text',
    period: 'text',
    status: 'text',
    is_guest: 'number',
    slot: 'number',
    orders: 'number',
    revenue: 'number',
  },
  people: {
    uid: 'text',
    email: 'text',
    email_verified: 'number',
    role: 'text',
    is_active: 'number',
    created_at: 'number',
  },
  rate_limits: {
    key: 'text',
    points: 'number',
    expire: 'number or null',
  },
  saved_addresses: {
    uid: 'text',
    full_name: 'text',
    phone: 'text',
    email: 'text or null',
    region: 'text',
    city: 'text',
    address: 'text',
    lat: 'number or null',
    lng: 'number or null',
    last_used: 'number',
  },
  uploads: {
    id: 'text',
    mime_type: 'text',
    bytes: 'number',
    width: 'number',
    height: 'number',
    created_at: 'number',
    source: 'text or null',
    claimed_at: 'number or null',
    claimed_by: 'text or null',
  },
} satisfies {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Column<SelectType<Schema[Table][Name]>>;
  };
};

/** SQLite keeps its search index in tables of its own, and ties it to the rows by a key. */
const SEARCH_INDEX = 'order_search_index';
const isTyped =
  (table: string) =>
  ({ name }: { name: string }) =>
    table !== 'order_search' || name !== 'key';

/** What a column's type is called by each database; dates and booleans are PostgreSQL's alone. */
function kindOf(dataType: string): string {
  if (/^(text|varchar)/i.test(dataType)) return 'text';
  return /^(integer|bigint|double|int[48]|float8)/i.test(dataType) ? 'number' : 'dialect';
}

describe.each(databases)('the tables on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
  });
  afterAll(() => shop.close());

  async function readColumns(): Promise<Record<string, Record<string, string>>> {
    const all = await shop.context.db.queries.introspection.getTables();
    const tables = all.filter(({ name }) => !name.startsWith(SEARCH_INDEX));
    return Object.fromEntries(
      tables.map((table) => [
        table.name,
        Object.fromEntries(
          table.columns
            .filter(isTyped(table.name))
            .map(({ name, dataType, isNullable }) => [
              name,
              kindOf(dataType) + (isNullable ? ' or null' : ''),
            ]),
        ),
      ]),
    );
  }

  test('are those of the types, column by column', async () => {
    const found = await readColumns();
    expect(Object.keys(found).sort()).toEqual(Object.keys(columns).sort());
    for (const [table, expected] of Object.entries(columns)) {
      const wanted = Object.entries<string>(expected).map(([name, type]) => {
        const stored = found[table]?.[name] ?? 'missing';
        const isOwn = kind === 'sqlite' && type.startsWith('dialect');
        return [name, isOwn ? type.replace('dialect', stored.split(' ')[0] ?? '') : type];
      });
      expect(found[table], table).toEqual(Object.fromEntries(wanted));
    }
  });

  test('stay as they are when the migrations run again', async () => {
    const before = await readColumns();
    await migrate(shop.context.db.queries);
    await shop.restart();
    expect(await readColumns()).toEqual(before);
  });
});
