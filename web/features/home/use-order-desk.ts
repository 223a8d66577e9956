import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasStoredDraft } from '#web/lib/draft-flag.ts';

type OrdersFeature = typeof import('#web/features/orders/Wizard.tsx');

/** The wizard and all it needs come in one piece, when somebody is about to use them. */
const load = () => import('#web/features/orders/Wizard.tsx');

export type DeskState =
  | { name: 'closed' | 'loading' | 'failed' }
  | { name: 'open'; Wizard: OrdersFeature['Wizard'] };

/** Opens the order wizard on demand, and by itself for somebody who left a draft here. */
export function useOrderDesk() {
  const [state, setState] = useState<DeskState>({ name: 'closed' });
  const [calls, setCalls] = useState(0);
  const started = useRef(false);

  const bring = () => {
    if (started.current) return;
    started.current = true;
    setState({ name: 'loading' });
    load().then(
      ({ Wizard }) => setState({ name: 'open', Wizard }),
      () => {
        started.current = false;
        setState({ name: 'failed' });
      },
    );
  };

  const open = () => {
    bring();
    setCalls((count) => count + 1);
  };

  const bringBackDraft = useEffectEvent(() => {
    if (hasStoredDraft()) bring();
  });
  useEffect(() => bringBackDraft(), []);

  return {
    state,
    /** How often the visitor asked for the wizard: each time it is brought into view. */
    calls,
    open,
    warm: () => void load().catch(() => undefined),
  };
}

export type OrderDeskHandle = ReturnType<typeof useOrderDesk>;
