import { formatDayAndMonth } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import type { Coordinates, DeliveryField, NamedDelivery } from './delivery.ts';
import { regionName } from './regions.ts';
import type { ShippingPayment, Way } from './ways.ts';

/** The labels of one view, in the order shown; null: the view does not show the field. */
export type DeliveryLabels = Readonly<Record<DeliveryField, string | null>>;

/** How an order is delivered, in the views that name it alike. */
export const wayLabels = {
  way: 'Entrega',
  courier: 'Courier',
  branch: 'Oficina',
  payShipping: 'Pago del envío',
} as const;

/** How and where. */
export const whereLabels = {
  ...wayLabels,
  address: 'Dirección',
  city: 'Ciudad',
  region: 'Región',
} as const;

/** The wizard's last step. */
export const summaryLabels: DeliveryLabels = {
  fullName: 'Nombre',
  phone: 'Teléfono',
  email: 'Email',
  ...whereLabels,
  notes: 'Notas',
  neededBy: 'Para el',
  coordinates: 'Punto en el mapa',
};

/** Returns the fields that a view shows with their labels, in its order. */
export function shownFields(labels: DeliveryLabels): [field: DeliveryField, label: string][] {
  return keysOf(labels).flatMap((field) => {
    const label = labels[field];
    return label === null ? [] : [[field, label]];
  });
}

/** Texts of unusual choices; null for the default ones. */
const choiceTexts: Readonly<Record<Way | ShippingPayment, string | null>> = {
  home: null,
  branch: 'Retiro en la oficina de un courier',
  pickup: 'Retiro en la tienda',
  now: null,
  onArrival: 'Se paga al recibir',
};

/** Returns a field as shown to people; null for an empty or default one. */
export function deliveryText(
  field: DeliveryField,
  delivery: Partial<NamedDelivery>,
): string | null {
  if (field === 'way' || field === 'payShipping') return choiceTexts[delivery[field] ?? 'home'];
  const value = delivery[field] ?? null;
  // An empty value that this way of delivery does not need is not shown as missing.
  const isUnneeded = value === '' && (delivery.way ?? 'home') !== 'home';
  if (value === null || isUnneeded) return null;
  if (typeof value !== 'string') return formatPoint(value);
  if (field === 'neededBy') return formatDayAndMonth(value);
  return field === 'region' ? regionName(value) : value;
}

/** One field as shown to people; `text` is null for an empty one. */
type DeliveryFact = { field: DeliveryField; label: string; text: string | null };

/** Returns what a view shows of a delivery, in its order. */
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

/** Returns latitude and longitude as shown: six decimals, about ten centimetres. */
export function formatPoint({ lat, lng }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
}
