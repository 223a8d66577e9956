import { DAY_MS, dayOf } from '#domain/base/dates.ts';
import { foldText } from '#domain/base/folding.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { regions } from '#domain/delivery/regions.ts';
import { TO_THE_DOOR } from '#domain/delivery/ways.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import { derive } from '#domain/orders/derive.ts';
import { FIRST_ROUND, type Order } from '#domain/orders/order.ts';
import { isLast, MARKS, type Mark } from '#domain/orders/order-stage.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import {
  isCompleted,
  isNew,
  isUnderWay,
  NEW_STATUS,
  type OrderStatus,
} from '#domain/orders/status.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { NO_UNPAID_RULES } from '#domain/payments/unpaid.ts';
import { choosePins, FIRST_CHOICE } from '#domain/pins/choice.ts';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { newOrder } from '#server/features/orders/place/new-order.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { newJobId } from '#server/lib/ids.ts';

const firstNames =
  'Rosa José María Andrés Sofía Martín Begoña Tomás Inés Raúl Constanza Íñigo'.split(' ');
const lastNames =
  'Pérez Núñez Muñoz Soto Ávila Peñaloza Contreras Fuentes Riquelme Ibáñez Sepúlveda Lagos'.split(
    ' ',
  );
const streets =
  'Av. Libertad, Calle Arauco, Pasaje Los Aromos, Camino a Coihueco, O’Higgins, Av. Argentina'.split(
    ', ',
  );
const notes = [
  null,
  null,
  null,
  'Dejar con el conserje',
  'Casa azul, portón negro',
  'Llamar antes de llegar',
] as const;
const internalNotes = [
  null,
  null,
  null,
  null,
  'Cliente del club: prefiere que le escriban en la tarde',
  'Pidió que no se note el regalo en la etiqueta',
] as const;
const pictureNotes = [
  null,
  null,
  'Fondo blanco, por favor',
  'Que se vea la cara',
  'Para el club',
] as const;
const couriers = ['Starken', 'Chilexpress', 'Correos de Chile'] as const;

export type Invention = {
  id: string;
  createdAt: number;
  now: number;
  /** Pictures to choose from. */
  uploadIds: readonly [string, ...string[]];
  /** Products on offer; most items get the first one. */
  pins: OfferedPins;
  /** Null: a guest. */
  buyer: { uid: string; email: string } | null;
  discount: Discount | null;
};

/** Invents an order of a buyer in Chile, at the shop's prices. */
export function inventOrder(random: Random, invention: Invention): Order {
  const { id, createdAt, now, uploadIds, pins, buyer, discount } = invention;
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const region = random.chance(0.4)
    ? regionOf('XVI')
    : (regions[random.whole(0, regions.length - 1)] ?? regionOf('XVI'));
  const city = region.cities[random.whole(0, region.cities.length - 1)];
  const cityName = random.chance(0.3) ? 'Chillán' : (city?.name ?? 'Chillán');
  const start = random.whole(0, uploadIds.length - 1);
  const uploadOf = (position: number) =>
    uploadIds[(start + position) % uploadIds.length] ?? uploadIds[0];
  const images = Array.from({ length: random.whole(1, 4) }, (_, position) => ({
    ...FIRST_CHOICE,
    ...inventPin(random, pins),
    imageUrl: pictureUrls(uploadOf(position)).imageUrl,
    originalName: `foto ${position + 1}.jpg`,
    notes: random.pick(pictureNotes),
    quantity: random.chance(0.2) ? random.whole(20, 99) : random.whole(1, 12),
    crop: MIDDLE_CROP,
  }));
  const cost = priceOrder({
    lines: choosePins(images, pins),
    to: { region: region.code, city: cityName },
    discount,
    shipping: DEFAULT_PRICES,
  });
  const status = inventStatus(random, { age: now - createdAt, mayFail: discount === null });
  const email = buyer ? null : `${foldText(`${first}.${last}`)}${random.whole(1, 999)}@correo.cl`;
  const written = random.pick(notes);
  const order = newOrder({
    ...{ id, now: createdAt, cost, termsVersion: TERMS_VERSION, proof: 'ask' },
    buyer: buyer && { ...buyer, emailVerified: false },
    pictures: images.map((_, position) => ({ id: uploadOf(position), start: null })),
    settings: { delivery: DEFAULT_PROMISE, payment: NO_DEPOSIT, unpaid: NO_UNPAID_RULES },
    body: {
      deliveryData: {
        fullName: `${first} ${last}`,
        phone: `+56 9 ${random.whole(1000, 9999)} ${random.whole(1000, 9999)}`,
        email,
        region: cityName === 'Chillán' ? 'XVI' : region.code,
        city: cityName,
        address: `${random.pick(streets)} ${random.whole(10, 2999)}`,
        coordinates: city ? { lat: city.lat, lng: city.lng } : null,
        notes: written,
        neededBy: null,
        ...TO_THE_DOOR,
      },
    },
  });
  const internal = random.pick(internalNotes);
  return inventHandling(random, status, { ...order, notes: { ...order.notes, internal } });
}

/** Draws no random number if there is one product: then every start invents the same orders. */
function inventPin(random: Random, pins: OfferedPins) {
  if (pins.length === 1 || random.chance(0.6)) return {};
  const { id, finishes } = random.pick(pins);
  return { product: id, finish: finishes.length > 0 ? random.pick(finishes).id : null };
}

/** Orders with a code are never cancelled, so that each code's number of uses is known. */
function inventStatus(
  random: Random,
  { age, mayFail }: { age: number; mayFail: boolean },
): OrderStatus {
  if (mayFail && random.chance(0.06)) return 'cancelled';
  if (age < 2 * DAY_MS) return random.chance(0.8) ? 'pending' : 'processing';
  if (age < 9 * DAY_MS) return random.pick(['pending', 'processing', 'processing', 'completed']);
  return random.chance(0.995) ? 'completed' : 'pending';
}

function inventHandling(random: Random, status: OrderStatus, order: Order): Order {
  const { createdAt, cost } = order;
  const isSent = isCompleted(status);
  const isPaid = isSent || (!isNew(status) && isUnderWay(status) && random.chance(0.7));
  const isMade = isSent || isPaid;
  const marks = inventMarks(random, { isSent, isMade, createdAt });
  const handledAt = createdAt + DAY_MS;
  const isSetByHand = status !== NEW_STATUS && marks.printed === null;
  const how = isPaid ? random.pick(['Transferencia', 'Transferencia', 'Efectivo']) : '';
  const payment = {
    ...{ id: `${order.id}-1`, amount: cost.totalAmount, paidOn: dayOf(createdAt), how },
    ...{ attemptId: null, notedBy: null, notedAt: createdAt, removedAt: null, toldByJob: null },
  };
  const parcel = {
    courier: isSent ? random.pick(couriers) : null,
    trackingNumber: isSent ? `SG-${random.whole(100_000, 999_999)}` : null,
  };
  const handled: Order = {
    ...order,
    payments: isPaid ? [payment] : [],
    setByHand: isSetByHand ? { status, at: handledAt } : order.setByHand,
    rounds: [{ ...FIRST_ROUND, marks, parcel }],
  };
  return derive(order, handled, {
    proof: 'ask',
    closures: [],
    unpaid: NO_UNPAID_RULES,
    now: handledAt,
    newId: () => newJobId(handledAt),
  });
}

/** A sent order has every mark, each a day after the one before; any other stops at some mark. */
function inventMarks(
  random: Random,
  { isSent, isMade, createdAt }: { isSent: boolean; isMade: boolean; createdAt: number },
): Record<Mark, number | null> {
  let isNext = isMade;
  return mapKeys(MARKS, (mark) => {
    const at = keysOf(MARKS).indexOf(mark);
    const isMarked = () => !isLast(mark) && random.chance(at === 0 ? 0.6 : 0.4);
    isNext = isSent || (isNext && isMarked());
    return isNext ? createdAt + (at + 1) * DAY_MS : null;
  });
}

function regionOf(code: string) {
  const region = regions.find((each) => each.code === code);
  if (!region) throw new Error(`no region ${code}`);
  return region;
}

/** A pseudorandom generator: the same seed yields the same numbers. */
export type Random = {
  /** From 0 to below 1. */
  roll: () => number;
  /** From `low` to `high`, both included. */
  whole: (low: number, high: number) => number;
  /** One element of a non-empty list. */
  pick: <T>(from: readonly T[]) => T;
  /** True with this probability (0 to 1). */
  chance: (share: number) => boolean;
};

/** @param seed a whole number (the algorithm is mulberry32) */
export function createRandom(seed: number): Random {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    whole,
    pick: <T>(from: readonly T[]) => {
      const [picked] = from.slice(whole(0, from.length - 1));
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    chance: (share) => roll() < share,
  };
}
