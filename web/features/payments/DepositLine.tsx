import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

const note = createLoader('deposit', () => import('./DepositNote.tsx'));

/** The deposit of an order; its code is loaded only if the shop asks for deposits. */
export function DepositLine({ total }: { total: number | undefined }) {
  const rule = usePageConfig().deposit;
  return rule && total ? <LazyNote {...{ rule, total }} /> : null;
}

function LazyNote(props: Parameters<typeof import('./DepositNote.tsx').DepositNote>[0]) {
  const loading = useLoaded(note);
  return loading.name === 'ready' ? <loading.module.DepositNote {...props} /> : null;
}
