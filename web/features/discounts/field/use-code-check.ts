import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Discount } from '#domain/discounts.ts';
import { CHECKING_CODE } from '../use-is-checking-code.ts';
import { UselessCode, validateCode } from './validate-code.ts';

/** Asks the shop about a code that was typed. @param imagesTotal in pesos, before shipping */
export function useCodeCheck(imagesTotal: number) {
  return useMutation({
    mutationKey: CHECKING_CODE,
    mutationFn: (code: string) => validateCode(code, imagesTotal),
  });
}

type Offer = {
  /** The code to look at; null for none. */
  offered: string | null;
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  onApplied: (discount: Discount) => void;
  /** The shop does not take it. What was not answered, or lacks pins, is asked again the next time. */
  onUseless: () => void;
};

/** Asks about the code of a link by itself, once for each time it comes into view. */
export function useOfferedCode({ offered, imagesTotal, onApplied, onUseless }: Offer) {
  const check = useMutation({ mutationFn: (code: string) => validateCode(code, imagesTotal) });
  const { reset } = check;
  const conclude = useEffectEvent(onApplied);
  const begin = useEffectEvent(() => {
    if (offered === null) return;
    check.mutate(offered, {
      onSuccess: (discount) => conclude(discount),
      onError: (error) => error instanceof UselessCode && !error.isBelowMinimum && onUseless(),
    });
  });
  useEffect(() => {
    begin();
    return reset;
  }, [reset]);
  return check;
}
