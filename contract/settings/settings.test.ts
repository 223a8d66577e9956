import { describe, expect, test } from 'vitest';
import { problemsOf } from '#contract/base/rules.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { type SettingsGroup, settingsGroups } from '#domain/settings/settings.ts';
import { settingsSchemas } from './settings.ts';

const step = (from: number) => ({ from, price: 1 });
const closure = (from: string, to: string) => ({ from, to, reason: '' });
const courier = (name: string, page = '') => ({ name, page });
const product = (id: string, changes: object = {}) => ({
  ...{ id, name: id, press: { face: 58, cut: 70, safe: 51 }, price: 1700, steps: [] },
  ...{ finishes: [], retired: false, ...changes },
});
const finish = (id: string, name = id) => ({ id, name, extra: 0 });
const reminders = (...days: number[]) => days.map((day) => ({ day }));
const photo = { imageUrl: `/files/${'a'.repeat(24)}.webp`, alt: 'La prensa' };
const office = { courier: 'Starken', branch: 'Centro' };

/** A valid value of each group. */
const good = { ...mapKeys(settingsGroups, (group): object => settingsGroups[group].usual) };
good.products = { products: [product('pin')] };
good.couriers = { couriers: [] };

type Case = [group: SettingsGroup, changes: object, wrong?: string];

const taken: Case[] = [
  ['prices', { pin: 0, shipping: 10_000_000, freeShippingFrom: 1 }],
  ['prices', { steps: [step(2), step(3), step(10_000)] }],
  ['prices', { steps: Array.from({ length: 20 }, (_, at) => step(at + 2)) }],
  ['delivery', { minDays: 90, maxDays: 90 }],
  ['delivery', { closures: [closure('2027-02-01', '2027-02-01')] }],
  ['delivery', { closures: [closure('2027-01-01', '2028-01-02')] }],
  [
    'delivery',
    {
      regionDays: [
        { region: 'XII', days: 30 },
        { region: 'XV', days: 1 },
      ],
    },
  ],
  ['delivery', { regionDays: undefined }],
  ['seller', { rut: '12.345.678-5', email: 'hola@tienda.cl' }],
  ...['#0b6e4f', '#FFC845', '#000000', '#ffffff'].map((colour): Case => ['face', { colour }]),
  ...['@pines.cl', 'pines_cl', 'https://www.instagram.com/pines.cl/?hl=es'].map(
    (instagram): Case => ['face', { instagram }],
  ),
  ['payment', { words: 'Uno\nDos' }],
  ['unpaid', { payDays: 5, reminders: reminders(1, 5), cancels: true }],
  ['unpaid', { reminders: reminders(60) }],
  ['ways', { pickup: true, pickupPlace: 'Arauco 5', branches: [office] }],
  ['couriers', { couriers: [courier('Starken', 'https://s.cl'), courier('Pullman')] }],
  ['complaints', { complainDays: 180 }],
  ['notice', { from: '2026-09-17', to: '2026-09-17' }],
  ['notice', { from: '2026-09-17' }],
  ['notice', { to: '2026-09-17' }],
  ['press', { marginMm: 0, gapMm: 20, faceMm: 2, safeMm: 1, cutMm: 300 }],
  ['products', { products: [product('a', { retired: true }), product('b')] }],
  ['products', { products: [product('a', { imageUrl: `/files/${'a'.repeat(24)}.webp` })] }],
  ['products', { products: [product('a', { finishes: [finish('a'), finish('b')] })] }],
];

const refused: Case[] = [
  ['prices', { pin: -1 }, 'pin'],
  ['prices', { pin: 1.5 }, 'pin'],
  ['prices', { pin: 'mil' }, 'pin'],
  ['prices', { shipping: 10_000_001 }, 'shipping'],
  ['prices', { steps: [step(1)] }, 'steps.0.from'],
  ['prices', { steps: [step(10_001)] }, 'steps.0.from'],
  ['prices', { steps: [step(5), step(5)] }, 'steps.1.from'],
  ['prices', { steps: Array.from({ length: 21 }, (_, at) => step(at + 2)) }, 'steps'],
  ['prices', { shippingByRegion: [{ region: 'XX', price: 1 }] }, 'shippingByRegion.0.region'],
  [
    'prices',
    { shippingByRegion: ['XV', 'XII', 'XV'].map((region) => ({ region, price: 1 })) },
    'shippingByRegion.2.region',
  ],
  ['delivery', { minDays: 0 }, 'minDays'],
  ['delivery', { maxDays: 91 }, 'maxDays'],
  ['delivery', { minDays: 8 }, 'maxDays'],
  ['delivery', { closures: [closure('2027-02-02', '2027-02-01')] }, 'closures.0.to'],
  ['delivery', { closures: [closure('2027-01-01', '2028-01-03')] }, 'closures.0.to'],
  ['delivery', { closures: [closure('2027-02-30', '2027-03-01')] }, 'closures.0.from'],
  ['delivery', { regionDays: [{ region: 'XII', days: 31 }] }, 'regionDays.0.days'],
  ['seller', { name: ' ' }, 'name'],
  ['seller', { rut: '12.345.678-4' }, 'rut'],
  ['seller', { rut: 'RUT 12.345.678-5' }, 'rut'],
  ['seller', { email: 'hola' }, 'email'],
  ['seller', { whatsapp: 'pines.cl' }, 'whatsapp'],
  ['face', { colour: '#808080' }, 'colour'],
  ['face', { logo: 'https://x.cl/logo.svg' }, 'logo'],
  ['face', { photos: [{ ...photo, alt: ' ' }] }, 'photos.0.alt'],
  ['face', { photos: [photo, photo] }, 'photos.1.imageUrl'],
  ['face', { photos: [{ ...photo, imageUrl: 'https://x.cl/a.webp' }] }, 'photos.0.imageUrl'],
  ['face', { photos: Array(6).fill(photo) }, 'photos'],
  ['unpaid', { payDays: 4, reminders: reminders(1, 5) }, 'payDays'],
  ['unpaid', { reminders: reminders(3, 3) }, 'reminders.1.day'],
  ['unpaid', { reminders: reminders(0) }, 'reminders.0.day'],
  ['unpaid', { payDays: 61 }, 'payDays'],
  ['unpaid', { cancels: true }, 'cancels'],
  ['ways', { pickup: true }, 'pickupPlace'],
  ['ways', { branches: [{ ...office, courier: '' }] }, 'branches.0.courier'],
  ['ways', { branches: [{ ...office, branch: '' }] }, 'branches.0.branch'],
  ['couriers', { couriers: [courier('')] }, 'couriers.0.name'],
  ['couriers', { couriers: [courier('Pullmán'), courier('pullman')] }, 'couriers.1.name'],
  ['couriers', { couriers: [courier('A', 'http://a.cl')] }, 'couriers.0.page'],
  ['complaints', { complainDays: 0 }, 'complainDays'],
  ['complaints', { complainDays: 181 }, 'complainDays'],
  ['notice', { from: '2026-09-18', to: '2026-09-17' }, 'to'],
  ['notice', { from: 'hoy' }, 'from'],
  ['notice', { from: '2027-02-30' }, 'from'],
  ['press', { faceMm: 70 }, 'faceMm'],
  ['press', { safeMm: 58 }, 'safeMm'],
  ['press', { paper: 'a5' }, 'paper'],
  ['press', { marginMm: 31 }, 'marginMm'],
  ['press', { gapMm: 3.1 }, 'gapMm'],
  ['products', { products: [] }, 'products'],
  ['products', { products: [product('a', { retired: true })] }, 'products.0.retired'],
  ['products', { products: [product('a'), product('a', { name: 'b' })] }, 'products.1.id'],
  ['products', { products: [product('a'), product('b', { name: 'Á' })] }, 'products.1.name'],
  ['products', { products: [product('A')] }, 'products.0.id'],
  ['products', { products: [product('un pin')] }, 'products.0.id'],
  ['products', { products: [product('a', { price: 10_000_001 })] }, 'products.0.price'],
  [
    'products',
    { products: [product('a', { steps: [step(10), step(5)] })] },
    'products.0.steps.1.from',
  ],
  [
    'products',
    { products: [product('a', { finishes: [{ ...finish('a'), extra: -1 }] })] },
    'products.0.finishes.0.extra',
  ],
  [
    'products',
    { products: [product('a', { press: { face: 70, cut: 70, safe: 51 } })] },
    'products.0.press.face',
  ],
  [
    'products',
    { products: [product('a', { press: { face: 58, cut: 70, safe: 58 } })] },
    'products.0.press.safe',
  ],
  [
    'products',
    { products: [product('a', { finishes: [finish('a'), finish('a', 'b')] })] },
    'products.0.finishes.1.id',
  ],
  [
    'products',
    { products: [product('a', { finishes: [finish('a', 'Imán'), finish('b', 'IMAN')] })] },
    'products.0.finishes.1.name',
  ],
  [
    'products',
    { products: [product('a', { imageUrl: 'https://a.cl/a.webp' })] },
    'products.0.imageUrl',
  ],
];

const wrongFields = ([group, changes]: Case) =>
  Object.keys(problemsOf(settingsSchemas[group], { ...good[group], ...changes }));

describe('settings of the owner', () => {
  test.each(taken)('%s are taken with %j', (...given) => {
    expect(wrongFields(given)).toEqual([]);
  });

  test.each(['12345678-5', '123456785', '12 345 678–5'])('a RUT is read from %s', (rut) => {
    for (const group of ['seller', 'payment'] as const) {
      const read = settingsSchemas[group].parse({ ...good[group], rut });
      expect(read).toMatchObject({ rut: '12.345.678-5' });
    }
  });

  test.each(refused)('%s are refused with %j', (group, changes, wrong) => {
    expect(wrongFields([group, changes])).toEqual([wrong]);
  });
});
