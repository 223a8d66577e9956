import type { DeliveryForm } from '#domain/delivery.ts';

export const emptyDelivery: DeliveryForm = {
  recipientName: '',
  phone: '',
  email: '',
  region: '',
  city: '',
  address: '',
  additionalInfo: '',
  coordinates: null,
};
