import { useEffect, useEffectEvent, useRef } from 'react';
import type { DeliveryForm as Values } from '#domain/delivery.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { AddressFields } from './AddressFields.tsx';
import styles from './DeliveryForm.module.css';
import { MapField } from './MapField.tsx';
import { moveOn } from './move-on.ts';
import { RecipientFields } from './RecipientFields.tsx';
import type { SavedAddresses } from './saved-address.ts';
import { type DeliveryStage, useDeliveryForm } from './use-delivery-form.ts';

const SAVED = { text: '✅ Datos guardados correctamente', ms: 1000 };

type Props = {
  formId: string;
  /** What it starts with; from then on it holds its values itself. */
  initial: Values;
  signedIn: boolean;
  saved?: SavedAddresses;
  asksNotes?: boolean;
  /** Brings the complete form to the shop; its failure is shown. */
  send?: (form: Values) => Promise<void>;
  success?: { text: string; ms: number };
  onEdit: (edits: Partial<Values>) => void;
  onStage: (stage: DeliveryStage) => void;
  onComplete: () => void;
};

export function DeliveryForm(props: Props) {
  // Each part draws itself anew by what it watches; remembering them here too costs every phone 0.6 kB.
  'use no memo';
  const { formId, initial, signedIn, send, onEdit, onStage, onComplete } = props;
  const { saved = [], asksNotes = true, success = SAVED } = props;
  const form = useDeliveryForm({ initial, signedIn, send, onEdit, onStage });
  const { control, register, setValue, stage, problem, submitCount, submit } = form;
  const parts = { control, register, setValue };
  const isSaved = stage === 'saved';
  const news = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus();
  }, [submitCount]);

  const complete = useEffectEvent(onComplete);
  useEffect(() => {
    if (!isSaved) return;
    news.current?.scrollIntoView({ block: 'nearest' });
    const timer = setTimeout(() => complete(), success.ms);
    return () => clearTimeout(timer);
  }, [isSaved, success.ms]);

  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onKeyDown={moveOn}
      onSubmit={(event) => {
        if (stage !== 'typing') event.preventDefault();
        else void submit(event);
      }}
    >
      {problem && (
        <Notice ref={summary} tone="error" tabIndex={-1}>
          {problem}
        </Notice>
      )}
      {/* What is on its way is what shows. */}
      <div className={styles.form} inert={stage !== 'typing'}>
        <AddressChoice
          control={control}
          addresses={saved}
          isEdited={form.isEdited}
          onChoose={form.fillIn}
        />
        <section className={styles.section}>
          <h3 className={styles.title}>Datos del destinatario</h3>
          <RecipientFields {...parts} asksEmail={!signedIn} />
        </section>
        <section className={styles.section}>
          <h3 className={styles.title}>Dirección de entrega</h3>
          <AddressFields {...parts} asksNotes={asksNotes} onPlace={form.setPlace} />
        </section>
        <MapField control={control} hasLostPoint={form.hasLostPoint} onChange={form.setPoint} />
      </div>
      <div ref={news} role="status" className={styles.news}>
        {isSaved && (
          <Notice tone="success" role="presentation">
            {success.text}
          </Notice>
        )}
      </div>
    </form>
  );
}
