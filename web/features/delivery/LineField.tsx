import type { FocusEvent } from 'react';
import {
  type Control,
  type UseFormRegister,
  type UseFormSetValue,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { DELIVERY_LIMITS, type DeliveryForm } from '#domain/delivery.ts';
import { suggestEmail } from '#domain/mistyped-email.ts';
import { tidyPhone } from '#domain/phones.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { lineInputs, type LineField as Name } from './line-inputs.ts';

export type FormParts = {
  control: Control<DeliveryForm>;
  register: UseFormRegister<DeliveryForm>;
  setValue: UseFormSetValue<DeliveryForm>;
};

/** Texts that are tidied when their field is left. */
const tidy: Partial<Record<Name, (typed: string) => string>> = { phone: tidyPhone };

export function LineField({ name, control, register, setValue }: FormParts & { name: Name }) {
  const { errors } = useFormState({ control, name });
  const { input, ...asked } = lineInputs[name];
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

/** Asks about an address that looks mistyped; it is never refused. */
export function EmailSuggestion({ control, setValue }: Omit<FormParts, 'register'>) {
  const meant = suggestEmail(useWatch({ control, name: 'email' }));
  return (
    <div role="status">
      {meant && (
        <Button
          variant="quiet"
          onClick={() => setValue('email', meant, { shouldValidate: true })}
        >{`¿Quisiste decir ${meant.slice(meant.indexOf('@') + 1)}? Corregir`}</Button>
      )}
    </div>
  );
}
