import { useIsMutating } from '@tanstack/react-query';

export const CHECKING_CODE = ['check discount code'];

/** Returns true while the shop checks a typed code: the price may be about to change. */
export function useIsCheckingCode(): boolean {
  return useIsMutating({ mutationKey: CHECKING_CODE }) > 0;
}
