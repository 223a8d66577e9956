export { DeliveryFacts } from './DeliveryFacts.tsx';
export { DeliveryForm } from './DeliveryForm.tsx';
export { emptyDelivery } from './empty-delivery.ts';
