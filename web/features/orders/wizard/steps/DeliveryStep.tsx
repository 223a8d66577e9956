import { useId, useState } from 'react';
import { DeliveryForm } from '#web/features/delivery/DeliveryForm.tsx';
import { useSavedAddresses } from '#web/features/delivery/saved-address.ts';
import type { DeliveryStage } from '#web/features/delivery/use-delivery-form.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Draft } from '../draft/draft.ts';
import type { OrderActions } from '../order-actions.ts';
import { PriceBar } from '../PriceBar.tsx';
import { draftBill, likelyPlace } from '../submit/order-body.ts';
import styles from './Step.module.css';

type Props = { draft: Draft; actions: OrderActions; uid: string | null };

export function DeliveryStep({ draft, actions, uid }: Props) {
  const formId = useId();
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const isGuest = uid === null;
  const isBusy = stage !== 'typing';
  const saved = useSavedAddresses(uid);
  const to = likelyPlace(draft, saved?.[0] ?? null);
  const shop = usePageConfig();
  return (
    <div className={styles.step}>
      <h2 tabIndex={-1} data-step-heading>
        Datos
      </h2>
      <DeliveryForm
        formId={formId}
        initial={isGuest ? draft.form : { ...draft.form, email: '' }}
        signedIn={!isGuest}
        saved={saved}
        onEdit={actions.editForm}
        onStage={setStage}
        onComplete={() => actions.goTo(3)}
      />
      <PriceBar bill={draftBill(draft, shop, to)}>
        <Button variant="secondary" disabled={isBusy} onClick={() => actions.goTo(1)}>
          Volver
        </Button>
        <Button type="submit" form={formId} busy={stage === 'sending'} disabled={isBusy}>
          {isBusy ? 'Guardando...' : 'Continuar'}
        </Button>
      </PriceBar>
    </div>
  );
}
