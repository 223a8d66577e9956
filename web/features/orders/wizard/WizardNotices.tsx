import { useEffect } from 'react';
import { dayOf } from '#domain/dates.ts';
import { closuresAhead, describeClosure } from '#domain/promise.ts';
import { closedMessage } from '#domain/settings.ts';
import { refreshConfig, usePageConfig } from '#web/lib/config.ts';
import { Notice } from '#web/ui/Notice.tsx';
import type { Step } from './draft/draft.ts';

/** Says what the shop's calendar means for this order; each step asks the shop for it anew. */
export function WizardNotices({ step }: { step: Step }) {
  const { notice, delivery } = usePageConfig();
  useEffect(() => {
    if (step > 0) void refreshConfig();
  }, [step]);
  if (notice.ordersClosed) {
    return (
      <Notice tone="info">
        {closedMessage(notice)}. Lo que llevas queda guardado en este navegador.
      </Notice>
    );
  }
  return closuresAhead(delivery, dayOf(Date.now())).map((closure) => (
    <Notice key={closure.from} tone="info">
      {describeClosure(closure)}
    </Notice>
  ));
}
