import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAccountState } from './account.ts';

/** After a change it also reads again what is still loading: that answer may be older. */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    await this.cancelQueries(filters);
    return super.invalidateQueries(filters, options);
  }
}

const client = new FreshQueryClient({
  defaultOptions: {
    queries: {
      // A browser's connection state is unreliable, and a refusal is final.
      networkMode: 'always',
      retry: false,
      // An admin's lists do not change by themselves.
      refetchOnWindowFocus: ({ queryKey: [audience] }) => audience !== 'admin',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * The query cache of all windows. After a session is renewed, failed queries are repeated; the data
 * of closed windows is removed.
 */
export function Queries({ children }: { children: ReactNode }) {
  const isSignedIn = useAccountState().name === 'signedIn';
  useEffect(() => {
    if (isSignedIn) void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }, [isSignedIn]);
  useEffect(() => forgetUnseen, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Waits until the window's parts have unmounted, just after the window. */
function forgetUnseen() {
  queueMicrotask(() => client.removeQueries({ type: 'inactive' }));
}
