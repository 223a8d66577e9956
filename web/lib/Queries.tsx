import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAccountState } from './account.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What a browser believes of its connection says little, and a refusal is final.
      networkMode: 'always',
      retry: false,
      // An admin's lists stay as they were opened.
      refetchOnWindowFocus: ({ queryKey: [audience] }) => audience !== 'admin',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * What windows ask the shop goes through one cache. Once an ended session is renewed, what could
 * not be read is read again; what a closed window showed is forgotten.
 */
export function Queries({ children }: { children: ReactNode }) {
  const isSignedIn = useAccountState().name === 'signedIn';
  useEffect(() => {
    if (isSignedIn) void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }, [isSignedIn]);
  useEffect(() => forgetUnseen, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Waits for the window's own parts, which let go of their queries a moment after it. */
function forgetUnseen() {
  queueMicrotask(() => client.removeQueries({ type: 'inactive' }));
}
