import { useEffect, useEffectEvent, useState } from 'react';
import { hasStoredDraft } from '#web/features/orders/draft-flag.ts';
import { hasOfferedCode } from '#web/features/orders/offered-code.ts';
import { createLoader, demand, useLoading, warm } from '#web/lib/loader.ts';
import { takeReload } from '#web/lib/reload-page.ts';

const WIZARD = 'order wizard';

/** The wizard and all it needs come in one piece, when somebody is about to use them. */
const wizard = createLoader(WIZARD, () => import('#web/features/orders/Wizard.tsx'));

/** Opens the order wizard on demand, and by itself for who left a draft here or brings a code. */
export function useWizardPlace() {
  const loading = useLoading(wizard);
  const [isWanted, setWanted] = useState(false);
  const [calls, setCalls] = useState(0);

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
    else if (hasStoredDraft() || hasOfferedCode()) bring();
  });
  useEffect(() => bringBackDraft(), []);

  return {
    /** How far the wizard is; null while nobody has asked for it. */
    loading: isWanted ? loading : null,
    /** How often the visitor asked for the wizard: each time it is brought into view. */
    calls,
    open,
    warm: () => warm(wizard),
  };
}

export type WizardPlaceHandle = ReturnType<typeof useWizardPlace>;
