import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listUsers } from '#contract/people-admin.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

/** Accounts, the latest first, page by page; `q` is part of the e-mail. */
export function useUsers(q: string) {
  return useInfiniteQuery({
    queryKey: ['admin', 'users', q],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callAdmin(listUsers, { query: { q, cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}
