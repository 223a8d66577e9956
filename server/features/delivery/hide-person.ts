import type { Delivery, DeliveryField } from '#domain/delivery.ts';
import { ERASED_NAME } from '#domain/erasure.ts';
import { keysOf } from '#domain/keys.ts';
import { maskAddress, maskEmail, maskName, maskPhone } from '#domain/masking.ts';
import type { DeliveryColumns } from '#server/db/types.ts';
import { columnsOf } from './columns.ts';

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
