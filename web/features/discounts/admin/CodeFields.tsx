import { useState } from 'react';
import { toLocalTime } from '#domain/dates.ts';
import { MAX_CODE_LENGTH, MAX_CODE_NAME_LENGTH } from '#domain/discounts.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './CodeFields.module.css';
import type { CodeForm, FieldTexts } from './code-form.ts';

type Props = {
  values: CodeForm;
  /** What is wrong, by field. */
  texts: FieldTexts;
  isDisabled: boolean;
  onEdit: (changes: Partial<CodeForm>) => void;
};

export function CodeFields({ values, texts, isDisabled, onEdit }: Props) {
  const { type, multipleUse } = values;
  const isPercentage = type === 'percentage';
  const [now] = useState(() => toLocalTime(Date.now()));
  return (
    <fieldset className={styles.fields} disabled={isDisabled}>
      <Field label="Código" error={texts.code}>
        {(input) => (
          <input
            {...input}
            className={`${input.className} ${styles.code}`}
            type="text"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            maxLength={MAX_CODE_LENGTH}
            value={values.code}
            onChange={({ target }) => onEdit({ code: target.value })}
          />
        )}
      </Field>
      <Field label="Nombre" error={texts.name}>
        {(input) => (
          <input
            {...input}
            type="text"
            required
            dir="auto"
            maxLength={MAX_CODE_NAME_LENGTH}
            value={values.name}
            onChange={({ target }) => onEdit({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Tipo" hint="Rebaja las imágenes, no el envío" error={texts.type}>
        {(input) => (
          <select
            {...input}
            value={type}
            onChange={({ target }) =>
              onEdit({ type: target.value === 'fixed' ? 'fixed' : 'percentage' })
            }
          >
            <option value="percentage">Porcentaje</option>
            <option value="fixed">Monto fijo</option>
          </select>
        )}
      </Field>
      <Field
        label="Valor"
        hint={isPercentage ? 'Porcentaje, de 1 a 100' : 'Cantidad en pesos'}
        error={texts.value}
      >
        {(input) => (
          <input
            {...input}
            type="number"
            required
            min={1}
            max={isPercentage ? 100 : undefined}
            step={isPercentage ? 1 : 0.01}
            inputMode={isPercentage ? 'numeric' : 'decimal'}
            value={values.value}
            onChange={({ target }) => onEdit({ value: target.value })}
          />
        )}
      </Field>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={multipleUse}
          onChange={({ target }) => onEdit({ multipleUse: target.checked })}
        />
        Permitir uso múltiple
      </label>
      {multipleUse && (
        <Field label="Máximo de usos" isOptional hint="Vacío: sin límite" error={texts.maxUses}>
          {(input) => (
            <input
              {...input}
              type="number"
              min={1}
              step={1}
              inputMode="numeric"
              value={values.maxUses}
              onChange={({ target }) => onEdit({ maxUses: target.value })}
            />
          )}
        </Field>
      )}
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
    </fieldset>
  );
}
