import type { Address, Delivery } from '#domain/delivery/delivery.ts';
import { TO_THE_DOOR } from '#domain/delivery/ways.ts';

/** A delivery as API responses contain it, by the default way. */
export const namedSample: Address & Pick<Delivery, 'notes'> = {
  fullName: 'Rosa Pérez',
  phone: '+56 9 1234 5678',
  email: 'rosa@correo.cl',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123',
  coordinates: null,
  notes: 'Dejar con el conserje',
};

/** A valid delivery with every field. */
export const sampleDelivery: Delivery = { ...namedSample, neededBy: null, ...TO_THE_DOOR };
