import type { Address, Delivery, DeliveryField } from '#domain/delivery.ts';
import { ERASED_NAME } from '#domain/erasure.ts';
import { keysOf } from '#domain/keys.ts';
import { maskAddress, maskEmail, maskName, maskPhone } from '#domain/masking.ts';
import type { AddressColumns, DeliveryColumns } from '#server/db/types.ts';

export const columnsOf = {
  fullName: ['full_name'],
  phone: ['phone'],
  email: ['email'],
  region: ['region'],
  city: ['city'],
  address: ['address'],
  coordinates: ['lat', 'lng'],
  notes: ['notes'],
} as const satisfies Record<DeliveryField, readonly (keyof DeliveryColumns)[]>;

export function toAddressColumns(address: Address): AddressColumns {
  return {
    full_name: address.fullName,
    phone: address.phone,
    email: address.email,
    region: address.region,
    city: address.city,
    address: address.address,
    lat: address.coordinates?.lat ?? null,
    lng: address.coordinates?.lng ?? null,
  };
}

export function toDeliveryColumns(delivery: Delivery): DeliveryColumns {
  return { ...toAddressColumns(delivery), notes: delivery.notes };
}

export function readAddress(row: AddressColumns): Address {
  const { lat, lng } = row;
  return {
    fullName: row.full_name,
    phone: row.phone,
    email: row.email,
    region: row.region,
    city: row.city,
    address: row.address,
    coordinates: lat === null || lng === null ? null : { lat, lng },
  };
}

export function readDelivery(row: DeliveryColumns): Delivery {
  return { ...readAddress(row), notes: row.notes };
}

/** Names what a link's holder sees, one by one: a new field fails to compile until decided. */
export function maskDelivery({
  fullName,
  phone,
  email,
  region,
  city,
  address,
}: Delivery): Delivery {
  return {
    fullName: maskName(fullName),
    phone: maskPhone(phone),
    email: email && maskEmail(email),
    region,
    city,
    address: maskAddress(address),
    coordinates: null,
    notes: null,
  };
}

/** What stays once the person is erased, beside region and city, which the books and sums need. */
export const erasedDelivery: Omit<DeliveryColumns, 'region' | 'city'> = {
  full_name: ERASED_NAME,
  phone: '',
  email: null,
  address: '',
  lat: null,
  lng: null,
  notes: null,
};

/** What an erased person's delivery loses. */
export const erasedFields: readonly DeliveryField[] = keysOf(columnsOf).filter((field) =>
  columnsOf[field].some((column) => column in erasedDelivery),
);
