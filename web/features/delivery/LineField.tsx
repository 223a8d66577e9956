import type { FocusEvent, InputHTMLAttributes } from 'react';
import {
  type Control,
  type UseFormRegister,
  type UseFormSetValue,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { keysOf } from '#domain/base/keys.ts';
import {
  DELIVERY_LIMITS,
  type DeliveryForm,
  type DeliveryText,
} from '#domain/delivery/delivery.ts';
import { tidyPhone } from '#domain/people/phones.ts';
import { Field } from '#web/ui/Field.tsx';
import { EmailDoubt } from './EmailDoubt.tsx';

export type FormParts = {
  control: Control<DeliveryForm>;
  register: UseFormRegister<DeliveryForm>;
  setValue: UseFormSetValue<DeliveryForm>;
};

/** Fields whose text is normalised on blur, as the API does. */
const tidy: Partial<Record<LineName, (typed: string) => string>> = { phone: tidyPhone };

export function LineField({ name, control, register, setValue }: FormParts & { name: LineName }) {
  const { errors } = useFormState({ control, name });
  const { input, part: _, ...asked } = lineInputs[name];
  return (
    <Field {...asked} error={errors[name]?.message}>
      {(tied) => (
        <input
          {...tied}
          {...input}
          {...register(name, {
            onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
              const text = tidy[name]?.(target.value) ?? target.value;
              if (text !== target.value) setValue(name, text);
            },
          })}
          enterKeyHint="next"
          maxLength={DELIVERY_LIMITS[name]}
        />
      )}
    </Field>
  );
}

/** Asks about the e-mail that is in the form. */
export function EmailSuggestion({ control, setValue }: Omit<FormParts, 'register'>) {
  return (
    <EmailDoubt
      typed={useWatch({ control, name: 'email' })}
      onCorrect={(meant) => setValue('email', meant, { shouldValidate: true })}
    />
  );
}

/** Fields with a different input: selects, and text areas. */
type Special = 'region' | 'city' | 'notes' | 'courier' | 'branch' | 'neededBy';
type LineName = Exclude<DeliveryText, Special>;

type LineInput = {
  /** The part of the form that asks for it. */
  part: 'recipient' | 'street';
  label: string;
  hint?: string;
  isOptional?: boolean;
  input: InputHTMLAttributes<HTMLInputElement>;
};

const lineInputs: Readonly<Record<LineName, LineInput>> = {
  fullName: {
    part: 'recipient',
    label: 'Nombre de quien recibe',
    hint: 'Nombre y apellido',
    input: { type: 'text', dir: 'auto', autoComplete: 'name' },
  },
  phone: {
    part: 'recipient',
    label: 'Teléfono',
    hint: 'Para coordinar el pago y la entrega; 8 o 9 dígitos, puedes anteponer +56',
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
  email: {
    part: 'recipient',
    label: 'Email',
    hint: 'Ahí te llegará la confirmación del pedido',
    input: {
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
  address: {
    part: 'street',
    label: 'Dirección',
    hint: 'Calle, número y depto.',
    input: { type: 'text', dir: 'auto', autoComplete: 'street-address' },
  },
};

/** Returns the line inputs of a part of the form, in their order. */
export function listLines(part: LineInput['part']): LineName[] {
  return keysOf(lineInputs).filter((name) => lineInputs[name].part === part);
}
