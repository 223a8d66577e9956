import { type FormEvent, useId, useRef, useState } from 'react';
import { createDiscount } from '#contract/discounts-admin.ts';
import { toLocalTime } from '#domain/dates.ts';
import { toDiscountType } from '#domain/discount-form.ts';
import {
  DISCOUNT_TYPES,
  type DiscountType,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
} from '#domain/discounts.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
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
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(newCode);
  const [isTried, setTried] = useState(false);
  const [now, setNow] = useState(Date.now);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problems = isTried ? checkForm(values, now) : {};
  const refused = error instanceof Refusal ? error.fields : {};

  const edit = (changes: Partial<CodeForm>) => {
    setValues(editForm(values, changes));
    setError(null);
  };

  const showFirstProblem = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
    );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const moment = Date.now();
    setNow(moment);
    setTried(true);
    setError(null);
    if (Object.keys(checkForm(values, moment)).length > 0) return void showFirstProblem();
    setBusy(true);
    try {
      await callAdmin(createDiscount, { body: toBody(values) });
      onDone();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="Crear código de descuento"
      locked={isBusy}
      isTyped={JSON.stringify(values) !== JSON.stringify(newCode)}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <CodeFields
          values={values}
          texts={{ ...problems, ...refused }}
          isDisabled={isBusy}
          onEdit={edit}
        />
      </form>
      {error !== null && (
        <Failure error={error} text={describeFailure('Error creando codigo', error)} />
      )}
      <Actions>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" form={formId} busy={isBusy}>
          {isBusy ? 'Creando...' : 'Crear código'}
        </Button>
      </Actions>
    </FormDialog>
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

type ConditionFieldsProps = {
  values: CodeForm;
  texts: FieldTexts;
  onEdit: (changes: Partial<CodeForm>) => void;
};

function ConditionFields({ values, texts, onEdit }: ConditionFieldsProps) {
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
