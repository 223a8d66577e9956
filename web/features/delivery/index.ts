export { DeliveryDialog } from './DeliveryDialog.tsx';
export { DeliveryFacts } from './DeliveryFacts.tsx';
export { DeliveryForm, type DeliveryStage } from './DeliveryForm.tsx';
export { emptyDelivery } from './empty-delivery.ts';
export { toForm, useSavedAddresses } from './saved-address.ts';
