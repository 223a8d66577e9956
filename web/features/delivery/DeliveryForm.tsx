import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type DeliveryField,
  joinMessages,
  type DeliveryForm as Values,
  validateDelivery,
} from '#domain/delivery.ts';
import { isCityOf } from '#domain/regions.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { AddressFields } from './AddressFields.tsx';
import styles from './DeliveryForm.module.css';
import { RecipientFields } from './RecipientFields.tsx';
import { deliveryResolver } from './resolve-delivery.ts';

/** How long the good news stands before the form hands over. */
const SAVED_MS = 1000;

type Props = {
  /** Names the form for buttons outside of it. */
  formId: string;
  values: Values;
  signedIn: boolean;
  onEdit: (edits: Partial<Values>) => void;
  onSavingChange: (isSaving: boolean) => void;
  onComplete: () => void;
};

export function DeliveryForm(props: Props) {
  const { formId, values, signedIn, onEdit, onSavingChange, onComplete } = props;
  const [initial] = useState(values);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const news = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: deliveryResolver(signedIn),
    shouldFocusError: false,
    reValidateMode: 'onChange',
  });
  const { control, register, handleSubmit, getValues, setValue, subscribe } = form;

  const keep = useEffectEvent((field: DeliveryField | undefined, typed: Values) => {
    if (!field || Object.is(typed[field], values[field])) return;
    onEdit({ [field]: typed[field] });
    const keepsCity = field !== 'region' || isCityOf(typed.region, typed.city);
    if (!keepsCity && typed.city) setValue('city', '', { shouldDirty: true });
    if (problem !== null) setProblem(joinMessages(validateDelivery(typed, { signedIn })) || null);
  });

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values: typed }) => keep(toField(name), typed),
      }),
    [subscribe],
  );

  // What another tab typed arrives here.
  useEffect(() => {
    for (const field of fields) {
      if (!Object.is(getValues(field), values[field])) setValue(field, values[field]);
    }
  }, [values, getValues, setValue]);

  const complete = useEffectEvent(onComplete);
  useEffect(() => {
    if (!isSaved) return;
    news.current?.scrollIntoView({ block: 'nearest' });
    const timer = setTimeout(() => complete(), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const accept = () => {
    setProblem(null);
    setSaved(true);
    onSavingChange(true);
  };

  const refuse = () => {
    setProblem(joinMessages(validateDelivery(getValues(), { signedIn })));
    requestAnimationFrame(() => summary.current?.focus());
  };

  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (isSaved) event.preventDefault();
        else void handleSubmit(accept, refuse)(event);
      }}
    >
      {problem && (
        <Notice ref={summary} tone="error" tabIndex={-1}>
          {problem}
        </Notice>
      )}
      <section className={styles.section}>
        <h3 className={styles.title}>Datos del destinatario</h3>
        <RecipientFields control={control} register={register} asksEmail={!signedIn} />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Dirección de entrega</h3>
        <AddressFields control={control} register={register} />
      </section>
      <div ref={news} role="status" className={styles.news}>
        {isSaved && (
          <Notice tone="success" role="presentation">
            ✅ Datos guardados correctamente
          </Notice>
        )}
      </div>
    </form>
  );
}

const fields = [
  'recipientName',
  'phone',
  'email',
  'region',
  'city',
  'address',
  'additionalInfo',
] as const;

function toField(name: string | undefined): DeliveryField | undefined {
  return fields.find((field) => field === name);
}
