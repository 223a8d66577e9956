export { DiscountField, useIsCheckingCode } from './DiscountField.tsx';
