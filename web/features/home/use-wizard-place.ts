import { useEffect, useEffectEvent, useState } from 'react';
import { type DraftKind, storedDraft } from '#web/features/orders/draft-flag.ts';
import { hasOfferedCode } from '#web/features/orders/offered-code.ts';
import { createLoader, demand, useLoading, warm } from '#web/lib/loader.ts';
import { isReturning, takeReload } from '#web/lib/reload-page.ts';

const WIZARD = 'order wizard';

/** The wizard and all it needs come in one piece, when somebody is about to use them. */
const wizard = createLoader(WIZARD, () => import('#web/features/orders/Wizard.tsx'));

/**
 * Opens the order wizard on demand. After a reload it opens by itself where a draft is stored; a
 * new visit with a draft, a code or an order just placed is offered it.
 */
export function useWizardPlace() {
  const loading = useLoading(wizard);
  const [isWanted, setWanted] = useState(false);
  const [calls, setCalls] = useState(0);
  const [offer, setOffer] = useState<DraftKind | null>(null);

  const bring = () => {
    setWanted(true);
    demand(wizard);
  };

  const open = () => {
    bring();
    setCalls((count) => count + 1);
  };

  const bringBackDraft = useEffectEvent(() => {
    if (takeReload(WIZARD) !== null) open();
    else {
      const kind = hasOfferedCode() ? 'code' : storedDraft();
      const state: { step?: unknown } | null = history.state;
      if (kind && (isReturning() || state?.step !== undefined)) bring();
      else setOffer(kind);
    }
  });
  useEffect(() => bringBackDraft(), []);

  return {
    /** How far the wizard is; null while nobody has asked for it. */
    loading: isWanted ? loading : null,
    /** How often the visitor asked for the wizard: each time it is brought into view. */
    calls,
    /** What waits in the wizard; null once it is open, and where nothing does. */
    offer: isWanted ? null : offer,
    open,
    warm: () => warm(wizard),
  };
}

export type WizardPlaceHandle = ReturnType<typeof useWizardPlace>;
