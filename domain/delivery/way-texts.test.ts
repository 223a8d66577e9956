import { expect, test } from 'vitest';
import {
  describeArranged,
  describeChoice,
  describeDestination,
  describeIncluded,
  describeNextDays,
  describeOffice,
  describePromise,
  type OnItsWay,
  officeName,
  shippingName,
  totalName,
} from './way-texts.ts';

const days = { within: '5 a 7 días hábiles', arrival: 'el 1 de diciembre' };
const short = { within: '5-7', arrival: 'el 1 de diciembre' };
const pickup = { place: 'Arauco 5', hours: '10 a 18 h' };

const ways: [name: string, order: OnItsWay, promise: string, next: string][] = [
  [
    'to the door',
    {},
    'Entrega: 5 a 7 días hábiles desde tu pago. Si pagas hoy, llega el 1 de diciembre.',
    'Te llegan en 5-7 días hábiles: si pagas hoy, el 1 de diciembre.',
  ],
  [
    'to an office',
    { deliveryData: { way: 'branch', courier: 'Starken', branch: 'Centro' } },
    'Entrega: 5 a 7 días hábiles desde tu pago. Si pagas hoy, llega a la oficina de Starken (Centro) el 1 de diciembre.',
    'Llegan a la oficina de Starken (Centro) en 5-7 días hábiles: si pagas hoy, el 1 de diciembre.',
  ],
  [
    'picked up',
    { deliveryData: { way: 'pickup' }, pickup },
    'Retiro: 5 a 7 días hábiles desde tu pago. Si pagas hoy, puedes retirarlo el 1 de diciembre en Arauco 5, 10 a 18 h.',
    'Estarán listos para retirar en 5-7 días hábiles: si pagas hoy, el 1 de diciembre. Los retiras en Arauco 5, 10 a 18 h.',
  ],
];

test.each(ways)('days of an order %s', (_name, order, promise, next) => {
  expect(describePromise(order, days)).toBe(promise);
  expect(describeNextDays(order, short)).toBe(next);
});

test('an order that costs nothing waits for no payment', () => {
  expect(describeNextDays({}, { ...short, isFree: true })).toBe(
    'Te llegan en 5-7 días hábiles: el 1 de diciembre.',
  );
});

test('a pick-up of which no place is known says no more', () => {
  const order: OnItsWay = { deliveryData: { way: 'pickup' } };
  expect(describeNextDays(order, short)).toMatch(/diciembre\.$/);
});

test.each([
  [undefined, 'Envío', 'Total con envío', 'con envío', 'el pago y el envío'],
  [
    { payShipping: 'onArrival' },
    'Envío',
    'Total sin el envío',
    'sin el envío',
    'el pago y el envío',
  ],
  [{ way: 'pickup' }, 'Retiro', 'Total', 'en total', 'el pago y el retiro'],
] as const)('what is paid by the way %o', (to, shipping, total, included, arranged) => {
  expect(shippingName(to)).toBe(shipping);
  expect(totalName(to)).toBe(total);
  expect(describeIncluded(to)).toBe(included);
  expect(describeArranged(to)).toBe(arranged);
});

test('a choice names the ways on offer, none where all goes to the door', () => {
  const branch = { price: 1, couriers: ['Starken'], branches: [] };
  const ways = { branch, pickup: { ...pickup, price: 0 }, payOnArrival: false };
  expect(describeChoice(ways)).toBe(
    'A elección: a domicilio, a la oficina de un courier o con retiro en Arauco 5.',
  );
  expect(describeChoice({ branch, payOnArrival: true })).toBe(
    'A elección: a domicilio o a la oficina de un courier.',
  );
  expect(describeChoice({ payOnArrival: true })).toBeNull();
  expect(describeChoice(undefined)).toBeNull();
});

test.each([
  [{ courier: 'Starken', branch: 'Centro' }, 'Starken (Centro)', 'la oficina de Starken (Centro)'],
  [{ courier: 'Starken' }, 'Starken', 'la oficina de Starken'],
  [{ branch: 'Centro' }, 'Centro', 'la oficina de Centro'],
  [{}, null, 'la oficina de un courier'],
])('an office is named as far as it is known: %o', (known, name, said) => {
  const order: OnItsWay = { deliveryData: { way: 'branch', ...known } };
  expect(officeName(order)).toBe(name);
  expect(describeOffice(order)).toBe(said);
});

test('a list says where each order goes', () => {
  const city = 'Chillán';
  const office = { way: 'branch', courier: 'Starken', branch: 'Centro' } as const;
  expect(describeDestination({ city })).toBe('Chillán');
  expect(describeDestination({ city, deliveryData: office })).toBe('Starken (Centro), Chillán');
  expect(describeDestination({ city, deliveryData: { way: 'branch' } })).toBe('Chillán');
  expect(describeDestination({ city, deliveryData: { way: 'pickup' } })).toBe(
    'retira en la tienda',
  );
});
