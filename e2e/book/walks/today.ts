import type { TodayStray } from '#contract/payments/stray-payments.ts';
import type { Today, TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { dayOf } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { addOrdersToPrint, held } from './steps.ts';

const calls = '**/api/admin/today';

const [loading, finishLoading] = held(
  'loading',
  calls,
  async ({ page }) => {
    await openPanel(page, 'Hoy');
    await page.waitForTimeout(600);
  },
  addOrdersToPrint,
);

const LONG = 'Maximiliana-Guillermina-Bernardita-de-los-Ángeles-Fernández-Etcheverry';
const words = `Quiero cambiar la primera: se suspendió la fiesta de ${LONG}.\n¿Se puede?`;

/** Every group, with everything that a row can show; names have their maximum length. */
function fillGroups(whole: Today): Today {
  const [real] = whole.unpaid;
  if (!real) throw new Error('nobody has to pay');
  const order: TodayOrder = { ...real, fullName: LONG, city: 'San Vicente de Tagua Tagua' };
  const late: TodayOrder = { ...order, ageDays: 12, dueOn: '2026-01-05', waitsFor: 'pack' };
  const pickup = { way: 'pickup', courier: null, branch: null, payShipping: 'now' } as const;
  const receipt = { receivedAt: new Date().toISOString(), type: 'image/png', bytes: 1 };
  const proof = { state: 'changes', at: receipt.receivedAt, words } as const;
  const groups: Record<TodayGroup, TodayOrder[]> = {
    cancelRequests: [{ ...order, waitsFor: 'cancellation', words }],
    complaints: [
      { ...late, waitsFor: null, words },
      { ...late, waitsFor: 'dispatch' },
    ],
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
    groups[name].map((each, at) => ({
      ...each,
      id: `${name.slice(0, 4).toUpperCase()}${at}-X4Q3Q`,
    })),
  );
  const payers = { month: 51, semester: 1000 };
  const stray: Omit<TodayStray, 'id' | 'orderId' | 'reason' | 'canRefund'> = {
    provider: 'mercadopago',
    ...{ providerId: '1300000001', amount: 5700, currency: 'CLP' },
    ...{ at: receipt.receivedAt, isRefunding: false },
  };
  const strays: TodayStray[] = [
    { ...stray, id: 's1', orderId: 'A1B2C-D3F4G', reason: 'cancelled', canRefund: true },
    { ...stray, id: 's2', orderId: null, reason: 'unknown', canRefund: false },
    {
      ...stray,
      id: 's3',
      orderId: 'A1B2C-D3F4G',
      reason: 'currency',
      canRefund: false,
      currency: 'USD',
    },
  ];
  const counts = {
    ...mapKeys(groups, (name) => groups[name].length),
    strayPayments: strays.length,
  };
  return { ...whole, ...named, strayPayments: strays, counts, payers };
}

/** The orders that wait for the owner. */
export const today: Walk = {
  name: 'today',
  as: 'admin',
  states: [
    loading,
    {
      name: 'groups',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('region', { name: 'Sin pagar' })).toBeVisible();
      },
    },
    {
      name: 'paid',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, /^Marcar pagado: /)
          .first()
          .click();
        await expect(page.getByText(/marcado como pagado/)).toBeVisible();
      },
    },
    {
      name: 'every-group',
      hasFold: true,
      reach: async ({ page }) => {
        await page.route(calls, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: fillGroups(await response.json()) });
        });
        await openPanel(page, 'Hoy');
        await expect(page.getByRole('region', { name: 'Faltan sus imágenes' })).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await page.unroute(calls);
        await page.route(calls, async (route) => {
          const answer = await route.fetch();
          const whole: Record<string, unknown> = await answer.json();
          const groups = Object.entries(whole).map(([name, value]) => [
            name,
            Array.isArray(value) ? [] : value,
          ]);
          await route.fulfill({ response: answer, json: Object.fromEntries(groups) });
        });
        await openPanel(page, 'Hoy');
        await expect(page.getByText('Nada pendiente por hoy')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.unroute(calls);
        await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
        await openPanel(page, 'Hoy');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
