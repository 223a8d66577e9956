import { useQuery } from '@tanstack/react-query';
import { listSessions } from '#contract/sessions.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';

export const sessionsKey = ({ uid }: Pick<Account, 'uid'>) => ['sessions', uid];

/** Where the account is signed in; null when its provider does not tell. */
export function useSessions(account: Account) {
  return useQuery({
    queryKey: sessionsKey(account),
    queryFn: async () => (await callApi(listSessions)).sessions,
  });
}
