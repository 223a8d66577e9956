import { useQuery } from '@tanstack/react-query';
import { listOrders, readProfile } from '#contract/accounts.ts';
import { callApi } from '#web/app/api.ts';
import type { Account } from '../account.ts';

/** A refusal is final; what got lost on the way is worth another try. */
const options = { networkMode: 'always', retry: false, staleTime: 0 } as const;

export const profileKey = ({ uid }: Pick<Account, 'uid'>) => ['profile', uid];
export const ordersKey = ({ uid }: Pick<Account, 'uid'>) => ['orders', uid];

/** The account as the server knows it, with its saved address. */
export function useProfile(account: Account) {
  return useQuery({
    ...options,
    queryKey: profileKey(account),
    queryFn: () => callApi(readProfile),
  });
}

/** The account's orders, newest first. */
export function useOrders(account: Account) {
  return useQuery({
    ...options,
    queryKey: ordersKey(account),
    queryFn: async () => (await callApi(listOrders)).orders,
  });
}
