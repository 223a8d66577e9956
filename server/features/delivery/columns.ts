import type { Address, Delivery, DeliveryField } from '#domain/delivery.ts';
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
