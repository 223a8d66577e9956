import { useState } from 'react';
import { createDiscount } from '#contract/discounts/discounts-admin.ts';
import { toLocalTime } from '#domain/base/dates.ts';
import {
  DISCOUNT_TYPES,
  type DiscountType,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
} from '#domain/discounts/discounts.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { Failed } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { useSettings } from '#web/features/settings/queries.ts';
import { Refusal } from '#web/lib/api.ts';
import { Check } from '#web/ui/Check.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './CodeFields.module.css';
import {
  type CodeForm,
  checkForm,
  editForm,
  type FieldTexts,
  newCode,
  toBody,
  typeLabels,
} from './code-form.ts';

type Props = { onDone: () => void; onClose: () => void };

export function CreateWindow({ onDone, onClose }: Props) {
  const [values, setValues] = useState(newCode);
  const [now, setNow] = useState(Date.now);
  const { isBusy, error, run, forget } = useTask(async () => {
    await callAdmin(createDiscount, { body: toBody(values) });
    onDone();
  });
  const refused = error instanceof Refusal ? error.fields : {};
  const edit = (changes: Partial<CodeForm>) => {
    setValues(editForm(values, changes));
    setNow(Date.now());
    forget();
  };
  return (
    <SendDialog
      title="Crear código de descuento"
      label={isBusy ? 'Creando...' : 'Crear código'}
      isBusy={isBusy}
      isTyped={JSON.stringify(values) !== JSON.stringify(newCode)}
      closesOnBackdrop={false}
      problems={checkForm(values, now)}
      onSend={run}
      failure={<Failed what="Error creando codigo" error={error} />}
      onClose={onClose}
    >
      {(shown) => (
        <CodeFields
          values={values}
          texts={{ ...shown, ...refused }}
          isDisabled={isBusy}
          onEdit={edit}
        />
      )}
    </SendDialog>
  );
}

const TYPE_HINTS: Record<DiscountType, string> = {
  percentage: 'Rebaja las imágenes, no el envío',
  fixed: 'Rebaja las imágenes, no el envío',
  free_shipping: 'Deja el envío en $0, no rebaja las imágenes',
};

type CodeFieldsProps = {
  values: CodeForm;
  texts: FieldTexts;
  isDisabled: boolean;
  onEdit: (changes: Partial<CodeForm>) => void;
};

function CodeFields({ values, texts, isDisabled, onEdit }: CodeFieldsProps) {
  const { type, multipleUse } = values;
  const isPercentage = type === 'percentage';
  return (
    <fieldset className={styles.fields} disabled={isDisabled}>
      <TextField
        label="Código"
        error={texts.code}
        className={styles.code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        maxLength={MAX_CODE_LENGTH}
        value={values.code}
        onType={(code) => onEdit({ code })}
      />
      <TextField
        label="Nombre"
        error={texts.name}
        required
        dir="auto"
        maxLength={MAX_CODE_NAME_LENGTH}
        value={values.name}
        onType={(name) => onEdit({ name })}
      />
      <SelectField
        label="Tipo"
        hint={TYPE_HINTS[type]}
        error={texts.type}
        value={type}
        options={DISCOUNT_TYPES.map((each) => [each, typeLabels[each]])}
        onPick={(picked) => onEdit({ type: picked })}
      />
      {type !== 'free_shipping' && (
        <TextField
          label="Valor"
          hint={isPercentage ? 'Porcentaje, de 1 a 100' : 'Cantidad en pesos'}
          error={texts.value}
          type="number"
          required
          min={1}
          max={isPercentage ? 100 : undefined}
          step={isPercentage ? 1 : 0.01}
          inputMode={isPercentage ? 'numeric' : 'decimal'}
          value={values.value}
          onType={(value) => onEdit({ value })}
        />
      )}
      <Check
        className={styles.check}
        checked={multipleUse}
        onToggle={(isOn) => onEdit({ multipleUse: isOn })}
      >
        Permitir uso múltiple
      </Check>
      {multipleUse && (
        <TextField
          label="Máximo de usos"
          isOptional
          hint="Vacío: sin límite"
          error={texts.maxUses}
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          value={values.maxUses}
          onType={(maxUses) => onEdit({ maxUses })}
        />
      )}
      <ConditionFields values={values} texts={texts} onEdit={onEdit} />
    </fieldset>
  );
}

function ConditionFields({ values, texts, onEdit }: Omit<CodeFieldsProps, 'isDisabled'>) {
  const [now] = useState(() => toLocalTime(Date.now()));
  return (
    <>
      <TextField
        label="Mínimo de compra"
        isOptional
        hint="En pesos, solo los pines"
        error={texts.minOrderTotal}
        inputMode="numeric"
        value={values.minOrderTotal}
        onType={(minOrderTotal) => onEdit({ minOrderTotal })}
      />
      <ProductChoice chosen={values.products} onChoose={(products) => onEdit({ products })} />
      {values.multipleUse && (
        <Check
          className={styles.check}
          checked={values.oncePerBuyer}
          onToggle={(oncePerBuyer) => onEdit({ oncePerBuyer })}
        >
          Una vez por persona (por su cuenta o su correo)
        </Check>
      )}
      <TextField
        label="Fecha de inicio"
        isOptional
        hint="Vacío: desde ahora"
        error={texts.startsAt}
        type="datetime-local"
        value={values.startsAt}
        onType={(startsAt) => onEdit({ startsAt })}
      />
      <TextField
        label="Fecha de expiración"
        isOptional
        hint="Hora de Chile continental"
        error={texts.expiresAt}
        type="datetime-local"
        min={now}
        value={values.expiresAt}
        onType={(expiresAt) => onEdit({ expiresAt })}
      />
    </>
  );
}

type ProductChoiceProps = {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

/** The products of the code; nothing in a shop with one product, where codes apply to it. */
function ProductChoice({ chosen, onChoose }: ProductChoiceProps) {
  const products = useSettings().data?.settings.products.values.products ?? [];
  if (products.length < 2) return null;
  return (
    <fieldset className={styles.products}>
      <legend>Productos</legend>
      <p className={parts.soft}>Sin elegir ninguno, vale para todos</p>
      {products.map(({ id, name }) => (
        <Check
          key={id}
          className={styles.check}
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
