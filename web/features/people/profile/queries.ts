import { useQuery } from '@tanstack/react-query';
import { readProfile } from '#contract/people.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';

export function useProfile({ uid }: Account) {
  return useQuery({
    queryKey: ['profile', uid],
    queryFn: () => callApi(readProfile),
  });
}
