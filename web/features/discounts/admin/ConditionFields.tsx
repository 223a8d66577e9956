import { useState } from 'react';
import { toLocalTime } from '#domain/dates.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './CodeFields.module.css';
import type { CodeForm, FieldTexts } from './code-form.ts';

type Props = {
  values: CodeForm;
  texts: FieldTexts;
  onEdit: (changes: Partial<CodeForm>) => void;
};

export function ConditionFields({ values, texts, onEdit }: Props) {
  const [now] = useState(() => toLocalTime(Date.now()));
  return (
    <>
      <Field
        label="Mínimo de compra"
        isOptional
        hint="En pesos, solo los pines"
        error={texts.minOrderTotal}
      >
        {(input) => (
          <input
            {...input}
            type="text"
            inputMode="numeric"
            value={values.minOrderTotal}
            onChange={({ target }) => onEdit({ minOrderTotal: target.value })}
          />
        )}
      </Field>
      {values.multipleUse && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={values.oncePerBuyer}
            onChange={({ target }) => onEdit({ oncePerBuyer: target.checked })}
          />
          Una vez por persona (por su cuenta o su correo)
        </label>
      )}
      <Field label="Fecha de inicio" isOptional hint="Vacío: desde ahora" error={texts.startsAt}>
        {(input) => (
          <input
            {...input}
            type="datetime-local"
            value={values.startsAt}
            onChange={({ target }) => onEdit({ startsAt: target.value })}
          />
        )}
      </Field>
      <Field
        label="Fecha de expiración"
        isOptional
        hint="Hora de Chile continental"
        error={texts.expiresAt}
      >
        {(input) => (
          <input
            {...input}
            type="datetime-local"
            min={now}
            value={values.expiresAt}
            onChange={({ target }) => onEdit({ expiresAt: target.value })}
          />
        )}
      </Field>
    </>
  );
}
