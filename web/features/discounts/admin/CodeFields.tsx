import { toDiscountType } from '#domain/discount-form.ts';
import {
  DISCOUNT_TYPES,
  type DiscountType,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
} from '#domain/discounts.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './CodeFields.module.css';
import { ConditionFields } from './ConditionFields.tsx';
import type { CodeForm, FieldTexts } from './code-form.ts';
import { typeLabels } from './code-texts.ts';

const TYPE_HINTS: Record<DiscountType, string> = {
  percentage: 'Rebaja las imágenes, no el envío',
  fixed: 'Rebaja las imágenes, no el envío',
  free_shipping: 'Deja el envío en $0, no rebaja las imágenes',
};

type Props = {
  values: CodeForm;
  texts: FieldTexts;
  isDisabled: boolean;
  onEdit: (changes: Partial<CodeForm>) => void;
};

export function CodeFields({ values, texts, isDisabled, onEdit }: Props) {
  const { type, multipleUse } = values;
  const isPercentage = type === 'percentage';
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
      <Field label="Tipo" hint={TYPE_HINTS[type]} error={texts.type}>
        {(input) => (
          <select
            {...input}
            value={type}
            onChange={({ target }) =>
              onEdit({ type: toDiscountType(target.value) ?? 'percentage' })
            }
          >
            {DISCOUNT_TYPES.map((one) => (
              <option key={one} value={one}>
                {typeLabels[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {type !== 'free_shipping' && (
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
      )}
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
      <ConditionFields values={values} texts={texts} onEdit={onEdit} />
    </fieldset>
  );
}
