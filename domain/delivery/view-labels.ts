import type { DeliveryField } from './delivery.ts';
import { type DeliveryLabels, wayLabels, whereLabels } from './delivery-labels.ts';

// Apart from the labels of the wizard, which loads none of these.

/** An order as its buyer sees it; the coordinates are shown on a map instead. */
export const orderLabels: DeliveryLabels = {
  fullName: 'Nombre completo',
  phone: 'Teléfono',
  ...wayLabels,
  region: 'Región',
  city: 'Ciudad',
  address: 'Dirección',
  notes: 'Notas adicionales',
  neededBy: 'Lo necesitas para el',
  email: null,
  coordinates: null,
};

/** An order in the panel, where notes are edited separately. */
export const adminOrderLabels: DeliveryLabels = {
  fullName: 'Cliente',
  email: 'Email',
  phone: 'Teléfono',
  ...whereLabels,
  notes: null,
  neededBy: 'Lo necesita para el',
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
  neededBy: null,
  coordinates: null,
};

export const buyerLetterLabels: DeliveryLabels = {
  fullName: 'Recibe',
  phone: 'Teléfono',
  ...whereLabels,
  notes: 'Información adicional',
  neededBy: 'Lo necesitas para el',
  email: null,
  coordinates: null,
};

/** The mail to the shop, which shows the buyer and their contact above. */
export const shopLetterLabels: DeliveryLabels = {
  ...whereLabels,
  notes: 'Información adicional',
  neededBy: 'Lo necesita para el',
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
  neededBy: null,
  way: null,
  courier: null,
  branch: null,
  payShipping: null,
  coordinates: null,
};

/** The changed fields in the panel's activity. */
export const changeLabels: Readonly<Record<DeliveryField, string>> = {
  fullName: 'nombre',
  phone: 'teléfono',
  email: 'email',
  region: 'región',
  city: 'ciudad',
  address: 'dirección',
  notes: 'notas',
  neededBy: 'día en que lo necesita',
  way: 'forma de entrega',
  courier: 'courier',
  branch: 'oficina',
  payShipping: 'pago del envío',
  coordinates: 'punto en el mapa',
};
