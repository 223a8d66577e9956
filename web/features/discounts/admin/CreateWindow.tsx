import { useState } from 'react';
import { createDiscount } from '#contract/discounts/discounts-admin.ts';
import { toLocalTime } from '#domain/base/dates.ts';
import {
  DISCOUNT_TYPES,
  type DiscountType,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
} from '#domain/discounts/discounts.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Check } from '#web/ui/Check.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { type FormOf, useForm } from '#web/ui/use-form.ts';
import styles from './CodeFields.module.css';
import { type CodeForm, checkForm, followEdit, newCode, toBody, typeLabels } from './code-form.ts';

type Props = { onDone: () => void; onClose: () => void };

export function CreateWindow({ onDone, onClose }: Props) {
  const form = useForm({
    initial: newCode,
    check: (values) => checkForm(values, Date.now()),
    send: async (values) => {
      await callAdmin(createDiscount, { body: toBody(values) });
      onDone();
    },
    follow: followEdit,
  });
  return (
    <SendDialog
      title="Crear código de descuento"
      label={form.isBusy ? 'Creando...' : 'Crear código'}
      form={form}
      failure={<Failed what="Error creando codigo" error={form.error} />}
      onClose={onClose}
    >
      <CodeFields form={form} />
    </SendDialog>
  );
}

const TYPE_HINTS: Record<DiscountType, string> = {
  percentage: 'Rebaja las imágenes, no el envío',
  fixed: 'Rebaja las imágenes, no el envío',
  free_shipping: 'Deja el envío en $0, no rebaja las imágenes',
};

type FieldsProps = { form: FormOf<CodeForm> };
type OfField = { currentTarget: HTMLInputElement };

/** Converts what was just typed, before React would with the caret at the end. */
function toUpperCase({ currentTarget: field }: OfField) {
  const { selectionStart, value } = field;
  field.value = value.toUpperCase();
  field.setSelectionRange(selectionStart, selectionStart);
}

/** A focused number would change when its window is scrolled. */
const leave = ({ currentTarget }: OfField) => currentTarget.blur();

function CodeFields({ form }: FieldsProps) {
  const { field, edit } = form;
  const { type, multipleUse } = form.values;
  const isPercentage = type === 'percentage';
  return (
    <fieldset className={styles.fields} disabled={form.isBusy}>
      <TextField
        label="Código"
        className={styles.code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        maxLength={MAX_CODE_LENGTH}
        onInput={toUpperCase}
        {...field('code')}
      />
      <TextField
        label="Nombre"
        required
        dir="auto"
        maxLength={MAX_CODE_NAME_LENGTH}
        {...field('name')}
      />
      <SelectField
        label="Tipo"
        hint={TYPE_HINTS[type]}
        options={DISCOUNT_TYPES.map((each) => [each, typeLabels[each]])}
        {...form.choice('type')}
      />
      {type !== 'free_shipping' && (
        <TextField
          label="Valor"
          hint={isPercentage ? 'Porcentaje, de 1 a 100' : 'Cantidad en pesos'}
          type="number"
          required
          min={1}
          max={isPercentage ? 100 : undefined}
          step={isPercentage ? 1 : 0.01}
          inputMode={isPercentage ? 'numeric' : 'decimal'}
          onWheel={leave}
          {...field('value')}
        />
      )}
      <Check
        className={`choice ${styles.check}`}
        checked={multipleUse}
        onToggle={(isOn) => edit({ multipleUse: isOn })}
      >
        Permitir uso múltiple
      </Check>
      {multipleUse && (
        <TextField
          label="Máximo de usos"
          isOptional
          hint="Vacío: sin límite"
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          onWheel={leave}
          {...field('maxUses')}
        />
      )}
      <ConditionFields form={form} />
    </fieldset>
  );
}

function ConditionFields({ form: { values, field, edit } }: FieldsProps) {
  const [now] = useState(() => toLocalTime(Date.now()));
  return (
    <>
      <TextField
        label="Mínimo de compra"
        isOptional
        hint="En pesos, solo los pines"
        inputMode="numeric"
        {...field('minOrderTotal')}
      />
      <ProductChoice chosen={values.products} onChoose={(products) => edit({ products })} />
      {values.multipleUse && (
        <Check
          className={`choice ${styles.check}`}
          checked={values.oncePerBuyer}
          onToggle={(oncePerBuyer) => edit({ oncePerBuyer })}
        >
          Una vez por persona (por su cuenta o su correo)
        </Check>
      )}
      <TextField
        label="Fecha de inicio"
        isOptional
        hint="Vacío: desde ahora"
        type="datetime-local"
        {...field('startsAt')}
      />
      <TextField
        label="Fecha de expiración"
        isOptional
        hint="Hora de Chile continental"
        type="datetime-local"
        min={now}
        {...field('expiresAt')}
      />
    </>
  );
}

type ProductChoiceProps = { chosen: readonly string[]; onChoose: (ids: readonly string[]) => void };

/** The products of the code; nothing in a shop with one product, where codes apply to it. */
function ProductChoice({ chosen, onChoose }: ProductChoiceProps) {
  const products = useSettings().data?.settings.products.values.products ?? [];
  if (products.length < 2) return null;
  return (
    <fieldset className={styles.products}>
      <legend>Productos</legend>
      <p className="soft">Sin elegir ninguno, vale para todos</p>
      {products.map(({ id, name }) => (
        <Check
          key={id}
          className={`choice ${styles.check}`}
          checked={chosen.includes(id)}
          onToggle={(isOn) =>
            onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        >
          {name}
        </Check>
      ))}
    </fieldset>
  );
}
