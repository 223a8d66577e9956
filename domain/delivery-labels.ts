import type { Coordinates, DeliveryField, NamedDelivery } from './delivery.ts';
import { keysOf } from './keys.ts';
import { regionName } from './regions.ts';
import type { ShippingPayment, Way } from './ways.ts';

/** What a place calls each field, in the order in which it shows them; null: it does not show it. */
export type DeliveryLabels = Readonly<Record<DeliveryField, string | null>>;

/** The wizard's last step. */
export const summaryLabels: DeliveryLabels = {
  fullName: 'Nombre',
  phone: 'Teléfono',
  email: 'Email',
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
  notes: 'Notas',
  coordinates: 'Punto en el mapa',
};

/** An order as its buyer sees it; the point has a map. */
export const orderLabels: DeliveryLabels = {
  fullName: 'Nombre completo',
  phone: 'Teléfono',
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
  region: 'Región',
  city: 'Ciudad',
  address: 'Dirección',
  notes: 'Notas adicionales',
  email: null,
  coordinates: null,
};

/** An order in the panel, where notes are changed apart from the rest. */
export const adminOrderLabels: DeliveryLabels = {
  fullName: 'Cliente',
  email: 'Email',
  phone: 'Teléfono',
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
  notes: null,
  coordinates: null,
};

export const savedAddressLabels: DeliveryLabels = {
  fullName: 'Nombre',
  phone: 'Teléfono',
  region: 'Región',
  city: 'Ciudad',
  address: 'Dirección',
  way: null,
  courier: null,
  branch: null,
  payShipping: null,
  email: null,
  notes: null,
  coordinates: null,
};

export const buyerLetterLabels: DeliveryLabels = {
  fullName: 'Recibe',
  phone: 'Teléfono',
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
  notes: 'Información adicional',
  email: null,
  coordinates: null,
};

/** The shop's mail, which names the buyer and their contact above. */
export const shopLetterLabels: DeliveryLabels = {
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
  notes: 'Información adicional',
  coordinates: 'Punto en el mapa',
  fullName: null,
  phone: null,
  email: null,
};

export const spreadsheetLabels: DeliveryLabels = {
  fullName: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
  notes: 'Notas del pedido',
  way: null,
  courier: null,
  branch: null,
  payShipping: null,
  coordinates: null,
};

/** What was changed, in the panel's activity. */
export const changeLabels: Readonly<Record<DeliveryField, string>> = {
  fullName: 'nombre',
  phone: 'teléfono',
  email: 'email',
  region: 'región',
  city: 'ciudad',
  address: 'dirección',
  notes: 'notas',
  way: 'forma de entrega',
  courier: 'courier',
  branch: 'oficina',
  payShipping: 'pago del envío',
  coordinates: 'punto en el mapa',
};

/** Returns the fields that a place shows and what it calls them, in its order. */
export function shownFields(labels: DeliveryLabels): [field: DeliveryField, label: string][] {
  return keysOf(labels).flatMap((field) => {
    const label = labels[field];
    return label === null ? [] : [[field, label]];
  });
}

/** What buyers and owner call what is not usual. */
const choiceTexts: Readonly<Record<Way | ShippingPayment, string | null>> = {
  home: null,
  branch: 'Retiro en la oficina de un courier',
  pickup: 'Retiro en la tienda',
  now: null,
  onArrival: 'Se paga al recibir',
};

/** Returns a field as people read it; null where there is nothing, and for what is usual. */
export function deliveryText(
  field: DeliveryField,
  delivery: Partial<NamedDelivery>,
): string | null {
  if (field === 'way' || field === 'payShipping') return choiceTexts[delivery[field] ?? 'home'];
  const value = delivery[field] ?? null;
  // Where nobody asked for it, nothing is missing.
  const isUnneeded = value === '' && (delivery.way ?? 'home') !== 'home';
  if (value === null || isUnneeded) return null;
  if (typeof value !== 'string') return formatPoint(value);
  return field === 'region' ? regionName(value) : value;
}

/** One field as people read it; the text is null where there is nothing. */
type DeliveryFact = { field: DeliveryField; label: string; text: string | null };

/** Returns what a place shows of a delivery, in its order. */
export function describeDelivery(
  labels: DeliveryLabels,
  delivery: Partial<NamedDelivery>,
): DeliveryFact[] {
  return shownFields(labels).map(([field, label]) => ({
    field,
    label,
    text: deliveryText(field, delivery),
  }));
}

/** @returns latitude and longitude as they are shown: six decimals, some ten centimetres */
export function formatPoint({ lat, lng }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
}
