import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

const note = createLoader('deposit', () => import('./DepositNote.tsx'));

type Props = Parameters<typeof import('./DepositNote.tsx').DepositNote>[0];

/** The deposit of an order; its code is loaded only if the shop asks for deposits. */
export function DepositLine({ total, to }: { total: number | undefined; to: Props['to'] }) {
  const rule = usePageConfig().deposit;
  return rule && total ? <LazyNote {...{ rule, total, to }} /> : null;
}

function LazyNote(props: Props) {
  const loading = useLoaded(note);
  return loading.name === 'ready' ? <loading.module.DepositNote {...props} /> : null;
}
