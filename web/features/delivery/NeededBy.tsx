import { useFormState, useWatch } from 'react-hook-form';
import { dayOf } from '#domain/base/dates.ts';
import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { NOT_AHEAD } from '#domain/delivery/needed-by.ts';
import { describeArrival } from '#domain/delivery/promise.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Field } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { WriteUs } from '#web/ui/WriteUs.tsx';
import styles from './DeliveryForm.module.css';
import type { FormParts } from './LineField.tsx';

export function NeededByField({ control, register }: Pick<FormParts, 'control' | 'register'>) {
  const { errors } = useFormState({ control, name: 'neededBy' });
  const form = useWatch({ control, compute: (values: DeliveryForm) => values });
  return (
    <section className="stack-4">
      <h3 className={styles.title}>¿Para cuándo?</h3>
      <Field
        label="Lo necesito para el…"
        hint="Si es para un día fijo, como un cumpleaños o una feria"
        isOptional
        error={errors.neededBy?.message}
      >
        {(input) => (
          <input {...input} {...register('neededBy')} type="date" min={dayOf(Date.now())} />
        )}
      </Field>
      <div role="status">
        <LateNotice form={form} />
      </div>
    </section>
  );
}

/** Says when the order would arrive, if that may be after the day on which it is needed. */
export function LateNotice({ form }: { form: DeliveryForm }) {
  const { arrival, arrivals = [] } = usePageConfig();
  const { neededBy, region, way } = form;
  const isSent = way !== 'pickup';
  const there = (isSent && arrivals.find((each) => each.region === region)) || arrival;
  if (!neededBy || neededBy >= there.to || 'neededBy' in findDayProblem(form)) return null;
  return (
    <Notice tone="info" role="presentation">
      Puede que no alcance. Si pagas hoy, {isSent ? 'llegaría' : 'podrías retirarlo'}{' '}
      {describeArrival(there)}: <WriteUs>escríbenos</WriteUs> antes de pedir.
    </Notice>
  );
}

/** Returns the error of the day in the form; empty if it may be needed then. */
export function findDayProblem({ neededBy }: DeliveryForm): { neededBy?: string } {
  return neededBy && neededBy < dayOf(Date.now()) ? { neededBy: NOT_AHEAD } : {};
}
