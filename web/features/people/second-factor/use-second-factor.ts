import { useQuery } from '@tanstack/react-query';
import { readSecondFactor } from '#contract/second-factor.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';

export const secondFactorKey = ({ uid }: Pick<Account, 'uid'>) => ['second-factor', uid];

export function useSecondFactor(account: Account) {
  return useQuery({
    queryKey: secondFactorKey(account),
    queryFn: async () => (await callApi(readSecondFactor)).secondFactor,
  });
}
