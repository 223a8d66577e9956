import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { formProblems } from '#contract/delivery.ts';
import type { SavedAddress } from '#contract/people.ts';
import type { Comuna } from '#domain/comunas.ts';
import {
  DELIVERY_FIELDS,
  type DeliveryField,
  type DeliveryForm as Values,
} from '#domain/delivery.ts';
import { isCityOf } from '#domain/regions.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { AddressFields } from './AddressFields.tsx';
import styles from './DeliveryForm.module.css';
import { isPointFar, isSameValue, toField } from './form-values.ts';
import { MapField } from './MapField.tsx';
import { moveOn } from './move-on.ts';
import { RecipientFields } from './RecipientFields.tsx';
import { deliveryResolver } from './resolve-delivery.ts';
import { type SavedAddresses, toEdits } from './saved-address.ts';

/** What is said once the data are in good hands, and for how long before the form hands over. */
const SAVED = { text: '✅ Datos guardados correctamente', ms: 1000 };
const FAILED = 'No pudimos guardar tus datos. Por favor intenta de nuevo.';

/** How far it is: after 'saved' it takes nothing more. */
export type DeliveryStage = 'typing' | 'sending' | 'saved';

type Props = {
  /** Names the form for buttons outside of it. */
  formId: string;
  values: Values;
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
  const { formId, values, signedIn, onEdit, onStage, onComplete } = props;
  const { saved = [], asksNotes = true, send, success = SAVED } = props;
  const [initial] = useState(values);
  const [problem, setProblem] = useState<string | null>(null);
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const [chosen, setChosen] = useState<SavedAddress | null>(null);
  const [lostPoint, setLostPoint] = useState(false);
  const isSaved = stage === 'saved';
  const news = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: deliveryResolver(!signedIn),
    shouldFocusError: false,
    reValidateMode: 'onChange',
  });
  const { control, register, handleSubmit, getValues, setValue, clearErrors, subscribe } = form;

  /** All messages in one, as the summary above the form says them. */
  const problemOf = (typed: Values) =>
    Object.values(formProblems(typed, { isGuest: !signedIn })).join('. ');

  const keep = useEffectEvent((field: DeliveryField | undefined, typed: Values) => {
    if (!field || isSameValue(typed[field], values[field])) return;
    onEdit({ [field]: typed[field] });
    setChosen(null);
    const keepsCity = field !== 'region' || isCityOf(typed.region, typed.city);
    if (!keepsCity && typed.city) setValue('city', '', { shouldDirty: true });
    if (field === 'city' && isPointFar(typed)) {
      setValue('coordinates', null, { shouldDirty: true });
      setLostPoint(true);
    } else if (typed.coordinates) setLostPoint(false);
    if (problem !== null) setProblem(problemOf(typed) || null);
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
    for (const field of DELIVERY_FIELDS) {
      if (!isSameValue(getValues(field), values[field])) setValue(field, values[field]);
    }
  }, [values, getValues, setValue]);

  const complete = useEffectEvent(onComplete);
  useEffect(() => {
    if (!isSaved) return;
    news.current?.scrollIntoView({ block: 'nearest' });
    const timer = setTimeout(() => complete(), success.ms);
    return () => clearTimeout(timer);
  }, [isSaved, success.ms]);

  const tell = (found: string) => {
    setProblem(found);
    requestAnimationFrame(() => summary.current?.focus());
  };

  const moveTo = (next: DeliveryStage) => {
    setStage(next);
    onStage(next);
  };

  const accept = async () => {
    setProblem(null);
    moveTo('sending');
    try {
      await send?.(getValues());
      moveTo('saved');
    } catch (error) {
      moveTo('typing');
      tell((error instanceof Error && error.message) || FAILED);
    }
  };

  const refuse = () => tell(problemOf(getValues()));

  const choose = (address: SavedAddress) => {
    onEdit(toEdits(address));
    clearErrors();
    setProblem(null);
    setChosen(address);
  };

  const chooseComuna = ({ name, region }: Comuna) => {
    const checks = { shouldDirty: true, shouldValidate: problem !== null };
    setValue('region', region, checks);
    setValue('city', name, checks);
  };

  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onKeyDown={moveOn}
      onSubmit={(event) => {
        if (stage !== 'typing') event.preventDefault();
        else void handleSubmit(accept, refuse)(event);
      }}
    >
      {problem && (
        <Notice ref={summary} tone="error" tabIndex={-1}>
          {problem}
        </Notice>
      )}
      <AddressChoice addresses={saved} chosen={chosen} onChoose={choose} />
      <section className={styles.section}>
        <h3 className={styles.title}>Datos del destinatario</h3>
        <RecipientFields control={control} register={register} asksEmail={!signedIn} />
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>Dirección de entrega</h3>
        <AddressFields
          control={control}
          register={register}
          asksNotes={asksNotes}
          onComuna={chooseComuna}
        />
      </section>
      <MapField
        control={control}
        hasLostPoint={lostPoint}
        onChange={(point) => setValue('coordinates', point, { shouldDirty: true })}
      />
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
