import { describe, expect, test } from 'vitest';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('what leaves the shop on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  /** The latest audit entries, newest first, without time and actor. */
  async function trail(count: number) {
    const { body } = await adminShop.ask(`/dashboard/activity?limit=${count}`);
    return body.activity;
  }

  test('is written down with who took it: an export by its filter, without what was searched', async () => {
    const file = await adminShop.fetchFile('/orders/export.csv?status=pending&q=Rosa%20Secreta');
    await file.text();
    const [entry] = (await trail(1)) as object[];
    expect(entry).toMatchObject({
      entity: 'export',
      entityId: expect.stringMatching(/^pedidos-.*\.csv$/),
      action: 'exported',
      changes: [{ field: 'status', to: 'pending' }, { field: 'q' }],
      by: { email: 'jefa@pines.cl' },
    });
    expect(JSON.stringify(entry)).not.toContain('Rosa');
  });

  test('is written down for originals, all or one, and not for what is not there', async () => {
    const { id } = await adminShop.place({ pictures: 2 });
    for (const file of ['pictures.zip', 'pictures/2', 'pictures/3', 'pictures/x']) {
      await (await adminShop.fetchFile(`/orders/${id}/${file}`)).arrayBuffer();
    }
    expect(await trail(2)).toMatchObject([
      { entity: 'order', entityId: id, action: 'originals_opened', changes: [{ to: 2 }] },
      {
        entity: 'order',
        entityId: id,
        action: 'originals_opened',
        changes: [{ field: 'pictures' }],
      },
    ]);
    expect((await adminShop.read(id)).history).toEqual([]);
  });
});
