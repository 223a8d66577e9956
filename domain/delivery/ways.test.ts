import { describe, expect, test } from 'vitest';
import {
  findUnofferedWay,
  NO_FURTHER_WAYS,
  nameWay,
  offeredWays,
  TO_THE_DOOR,
  type WayChoice,
  type WaySettings,
} from './ways.ts';

const starken = { name: 'Starken', page: '' };
const offer = (ways: Partial<WaySettings>, couriers = [starken]) =>
  offeredWays({ ways: { ...NO_FURTHER_WAYS, ...ways }, couriers: { couriers } });

describe('a shop offers', () => {
  test('nothing to choose until its owner wants it', () => {
    expect(offer({})).toBeUndefined();
    expect(offer({ branchPrice: 1, pickupPrice: 1, pickupPlace: 'Arauco 5' })).toBeUndefined();
  });

  test('offices of its couriers, and none where it has no courier', () => {
    const branches = [{ courier: 'Starken', branch: 'Centro' }];
    expect(offer({ branch: true, branchPrice: 3000, branches })).toEqual({
      branch: { price: 3000, couriers: ['Starken'], branches },
      payOnArrival: false,
    });
    expect(offer({ branch: true, branchPrice: 3000 }, [])).toBeUndefined();
    expect(offer({ branch: true, payOnArrival: true }, [])).toEqual({ payOnArrival: true });
  });

  test('pick-up, with where and when', () => {
    const pickup = { pickupPrice: 500, pickupPlace: 'Arauco 5', pickupHours: '10 a 18 h' };
    expect(offer({ pickup: true, ...pickup })).toEqual({
      pickup: { price: 500, place: 'Arauco 5', hours: '10 a 18 h' },
      payOnArrival: false,
    });
  });

  test('to pay the shipping on arrival alone', () => {
    expect(offer({ payOnArrival: true })).toEqual({ payOnArrival: true });
  });
});

describe('a way', () => {
  const toOffice: WayChoice = {
    ...TO_THE_DOOR,
    ...{ way: 'branch', courier: 'Starken', branch: 'Centro' },
  };

  test('is named in answers unless it is the usual one', () => {
    expect(nameWay(TO_THE_DOOR)).toEqual({});
    const unusual: Partial<WayChoice>[] = [
      toOffice,
      { way: 'pickup' },
      { payShipping: 'onArrival' },
      { courier: 'Starken' },
      { branch: 'Centro' },
    ];
    for (const part of unusual) {
      expect(nameWay({ ...TO_THE_DOOR, ...part })).toEqual({ ...TO_THE_DOOR, ...part });
    }
  });

  const all = offer({ branch: true, pickup: true, payOnArrival: true });
  test.each<[string, Partial<WayChoice>, typeof all, string | undefined]>([
    ['to the door is always on offer', {}, undefined, undefined],
    ['to an office is on offer', toOffice, all, undefined],
    ['to an office is so no more', toOffice, offer({ pickup: true }), 'way'],
    ['to an office of another courier', { ...toOffice, courier: 'Don Pepe' }, all, 'courier'],
    ['to an office of no courier', { ...toOffice, courier: null }, all, 'courier'],
    ['as a pick-up is on offer', { way: 'pickup' }, all, undefined],
    ['as a pick-up is so no more', { way: 'pickup' }, offer({ branch: true }), 'way'],
    ['as a pick-up of a shop without ways', { way: 'pickup' }, undefined, 'way'],
    ['paid on arrival is on offer', { payShipping: 'onArrival' }, all, undefined],
    [
      'paid on arrival is so no more',
      { payShipping: 'onArrival' },
      offer({ pickup: true }),
      'payShipping',
    ],
    [
      'paid on arrival of a shop without ways',
      { payShipping: 'onArrival' },
      undefined,
      'payShipping',
    ],
  ])('%s', (_what, part, offered, field) => {
    expect(findUnofferedWay({ ...TO_THE_DOOR, ...part }, offered)?.field).toBe(field);
  });
});
