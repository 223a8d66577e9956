import { useIsMutating } from '@tanstack/react-query';

export const CHECKING_CODE = ['check discount code'];

/** Whether the shop is looking at a code that was typed: the price may be about to change. */
export function useIsCheckingCode(): boolean {
  return useIsMutating({ mutationKey: CHECKING_CODE }) > 0;
}
