import type { TodayStray } from '#contract/payments/stray-payments.ts';
import type { Today, TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { dayOf } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { expect, openPanel, placeOrder, test } from '../support/admin.ts';
import { book } from './book.ts';

const LONG = 'Maximiliana-Guillermina-Bernardita-de-los-Ángeles-Fernández-Etcheverry';
const words = `Quiero cambiar la primera: se suspendió la fiesta de ${LONG}.\n¿Se puede?`;

/** Every group, with everything that a row can show; names have their maximum length. */
function fillGroups(whole: Today): Today {
  const [real] = whole.unpaid;
  if (!real) throw new Error('nobody has to pay');
  const at = new Date().toISOString();
  const order: TodayOrder = { ...real, fullName: LONG, city: 'San Vicente de Tagua Tagua' };
  const late: TodayOrder = { ...order, ageDays: 12, dueOn: '2026-01-05', waitsFor: 'pack' };
  const pickup = { way: 'pickup', courier: null, branch: null, payShipping: 'now' } as const;
  const receipt = { receivedAt: at, type: 'image/png', bytes: 1 };
  const proof = { state: 'changes', at, words } as const;
  const groups: Record<TodayGroup, TodayOrder[]> = {
    cancelRequests: [{ ...order, waitsFor: 'cancellation', words }],
    complaints: [
      { ...late, waitsFor: null, words },
      { ...late, waitsFor: 'dispatch' },
    ],
    changes: [{ ...order, words }],
    refunds: [{ ...late, waitsFor: null, amount: 1_234_567 }],
    late: [late, { ...late, waitsFor: 'dispatch', whatsappUrl: null, deliveryData: pickup }],
    due: [{ ...order, dueOn: dayOf(Date.now()), waitsFor: 'print' }],
    receipts: [{ ...order, receipt, amount: 1_234_567, pins: 1200 }],
    answers: [
      { ...late, waitsFor: 'proof', proof },
      { ...late, waitsFor: 'print', hasNewPicture: true },
    ],
    incomplete: [{ ...order, waitsFor: 'incomplete', pins: 0, amount: 0 }],
    unpaid: [{ ...order, payBy: '2026-01-05' }, order],
  };
  // Each order is in one row only.
  const named = mapKeys(groups, (name) =>
    groups[name].map((each, n) => ({ ...each, id: `${name.slice(0, 4).toUpperCase()}${n}-X4Q3Q` })),
  );
  const stray = (changes: Partial<TodayStray>): TodayStray => ({
    ...{ id: 's1', orderId: 'A1B2C-D3F4G', provider: 'mercadopago', providerId: '1300000001' },
    ...{ amount: 5700, currency: 'CLP', at, isRefunding: false, canRefund: false },
    ...{ reason: 'cancelled', ...changes },
  });
  const strayPayments = [
    stray({ canRefund: true }),
    stray({ id: 's2', orderId: null, reason: 'unknown' }),
    stray({ id: 's3', reason: 'currency', currency: 'USD' }),
  ];
  const lengths = mapKeys(groups, (name) => groups[name].length);
  const counts = { ...lengths, strayPayments: strayPayments.length };
  const payers = { month: 51, semester: 1000 };
  return { ...whole, ...named, strayPayments, counts, payers };
}

test('every group of today', async ({ page, adminShop }) => {
  await placeOrder(adminShop);
  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: fillGroups(await response.json()) });
  });
  await openPanel(page, 'Hoy');
  await expect(page.getByRole('region', { name: 'Faltan sus imágenes' })).toBeVisible();
  await book(page, 'today/every-group', { hasFold: true });
});
