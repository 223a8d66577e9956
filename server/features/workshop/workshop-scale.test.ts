import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOrders } from '../../demo/add-orders.ts';
import { addPictures } from '../../testing/add-pictures.ts';
import { findWrongBooks } from '../../testing/books.ts';
import { databases, openShop, type TestShop } from '../../testing/shop.ts';
import { pictureId } from '../uploads/urls.ts';
import { readWorkshop } from './read-workshop.ts';

const ORDERS = 6000;

describe.each(databases)('the board among many orders that are done, on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
    const [url = ''] = await addPictures(shop.context, 1);
    const uploadIds: [string] = [pictureId(url) ?? ''];
    await addOrders(shop.context, { count: ORDERS, days: 600, uploadIds, buyers: [] });
    await sql`analyze`.execute(shop.context.db.queries);
  });
  afterAll(() => shop.close());

  test('has the orders that still have to be made or sent, and no other', async () => {
    const wrong = await findWrongBooks(shop.context.db);
    expect(wrong.filter((line) => line.includes('waits for'))).toEqual([]);
    const {
      counts: { proof: _, ...counts },
    } = await readWorkshop(shop.context.db.queries, { limit: 1 });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  /** How the database goes about each statement that reads the board, as texts. */
  async function plansOf(query: Parameters<typeof readWorkshop>[1]): Promise<string[]> {
    const { queries } = shop.context.db;
    const nodes: RootOperationNode[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await readWorkshop(queries.withPlugin(recorder), query);
    const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
    const plans = nodes.map(async (node) => {
      const read = queries.getExecutor().compileQuery(node, createQueryId());
      const { rows } = await queries.executeQuery(
        CompiledQuery.raw(`${explain} ${read.sql}`, [...read.parameters]),
      );
      return JSON.stringify(rows);
    });
    return Promise.all(plans);
  }

  test('reads the index of those that are not, and only their rows', async () => {
    const first = await readWorkshop(shop.context.db.queries, { limit: 10 });
    const cursor = first.nextCursor ?? undefined;
    for (const query of [
      { limit: 10 },
      { limit: 10, cursor },
      { limit: 10, waitsFor: 'print' },
    ] as const) {
      const [page, items, sums] = await plansOf(query);
      expect(page).toContain('orders_in_workshop');
      expect(items).toMatch(/order_items_key|autoindex_order_items/);
      expect(sums).toContain('orders_in_workshop');
    }
  });
});
