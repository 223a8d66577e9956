import { keysOf } from '#domain/base/keys.ts';
import type {
  Address,
  Delivery,
  DeliveryField,
  NamedDelivery,
  NamedParcel,
} from '#domain/delivery/delivery.ts';
import { nameWay, WAYS, type WayChoice } from '#domain/delivery/ways.ts';
import { maskAddress, maskEmail, maskName, maskPhone } from '#domain/privacy/masking.ts';
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
  neededBy: ['needed_by'],
  way: ['way'],
  courier: ['branch_courier'],
  branch: ['branch'],
  payShipping: ['pay_shipping'],
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

function toWayColumns({ way, courier, branch, payShipping }: WayChoice): WayColumns {
  return { way, branch_courier: courier, branch, pay_shipping: payShipping };
}

type WayColumns = Pick<DeliveryColumns, 'way' | 'branch_courier' | 'branch' | 'pay_shipping'>;

export function toDeliveryColumns(delivery: Delivery): DeliveryColumns {
  const { notes, neededBy } = delivery;
  return { ...toAddressColumns(delivery), notes, needed_by: neededBy, ...toWayColumns(delivery) };
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
  const { way, branch_courier: courier, branch, pay_shipping: payShipping } = row;
  return {
    ...readAddress(row),
    notes: row.notes,
    neededBy: row.needed_by,
    way: WAYS.find((one) => one === way) ?? 'home',
    courier,
    branch,
    payShipping: payShipping === 'onArrival' ? payShipping : 'now',
  };
}

/** Returns a delivery as responses contain it. */
export function presentDelivery(stored: Delivery): NamedDelivery {
  const { fullName, phone, email, region, city, address, coordinates, notes } = stored;
  const known = { fullName, phone, email, region, city, address, coordinates, notes };
  return { ...known, ...presentParcel(stored) };
}

/** Returns way and day of a delivery for the API; nothing for the default way on any day. */
export function presentWay(delivery: Delivery): { deliveryData?: NamedParcel } {
  const named = presentParcel(delivery);
  return Object.keys(named).length === 0 ? {} : { deliveryData: named };
}

function presentParcel({ way, courier, branch, payShipping, neededBy }: Delivery): NamedParcel {
  const named = nameWay({ way, courier, branch, payShipping });
  return neededBy === null ? named : { ...named, neededBy };
}

/**
 * Returns what a link's holder sees. All fields are listed: a new one does not compile until added.
 */
export function maskDelivery({
  fullName,
  phone,
  email,
  region,
  city,
  address,
  ...rest
}: NamedDelivery): NamedDelivery {
  return {
    fullName: maskName(fullName),
    phone: maskPhone(phone),
    email: email && maskEmail(email),
    region,
    city,
    // An order that is picked up has no address.
    address: address && maskAddress(address),
    coordinates: null,
    notes: null,
    neededBy: rest.neededBy,
    way: rest.way,
    // A courier's office is not the buyer's address.
    courier: rest.courier,
    branch: rest.branch,
    payShipping: rest.payShipping,
  };
}

/** Values that replace the personal ones when a person is erased; the accounts need the others. */
export const erasedDelivery = {
  fullName: 'Persona eliminada',
  phone: '',
  email: null,
  address: '',
  coordinates: null,
  notes: null,
  neededBy: null,
  courier: null,
  branch: null,
} satisfies Partial<Delivery>;

/** The delivery fields that are erased with a person. */
export const erasedFields: readonly DeliveryField[] = keysOf(erasedDelivery);
