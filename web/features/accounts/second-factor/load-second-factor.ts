/** Brings the windows of the second factor, which few people ever open. */
export const loadSecondFactor = () => import('./SecondFactorDialog.tsx');
