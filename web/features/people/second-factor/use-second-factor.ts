import { useQuery } from '@tanstack/react-query';
import { readSecondFactor } from '#contract/people/second-factor.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';

export const secondFactorKey = ({ uid }: Pick<Account, 'uid'>) => ['second-factor', uid];

export function useSecondFactor(account: Account) {
  return useQuery({
    queryKey: secondFactorKey(account),
    queryFn: async () => (await callApi(readSecondFactor)).secondFactor,
  });
}

export function describeCodesLeft(count: number): string {
  if (count === 0) return 'No te quedan códigos de recuperación.';
  if (count === 1) return 'Te queda 1 código de recuperación.';
  return `Te quedan ${count} códigos de recuperación.`;
}
