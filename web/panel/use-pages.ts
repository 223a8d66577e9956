import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/**
 * Reads a list page by page: each answer says where the next one begins.
 * @param keepsShown the previous list stays until another one has loaded
 */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | null, signal: AbortSignal) => Promise<Page>,
  { keepsShown = false } = {},
) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey,
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(keepsShown && { placeholderData: keepPreviousData }),
  });
}
