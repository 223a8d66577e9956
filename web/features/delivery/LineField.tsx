import { type Control, type UseFormRegister, useFormState } from 'react-hook-form';
import { DELIVERY_LIMITS, type DeliveryForm } from '#domain/delivery.ts';
import { Field } from '#web/ui/Field.tsx';
import { lineInputs, type LineField as Name } from './line-inputs.ts';

export type FormParts = {
  control: Control<DeliveryForm>;
  register: UseFormRegister<DeliveryForm>;
};

export function LineField({ name, control, register }: FormParts & { name: Name }) {
  const { errors } = useFormState({ control, name });
  const { input, ...asked } = lineInputs[name];
  return (
    <Field {...asked} error={errors[name]?.message}>
      {(tied) => (
        <input
          {...tied}
          {...input}
          {...register(name)}
          enterKeyHint="next"
          maxLength={DELIVERY_LIMITS[name]}
        />
      )}
    </Field>
  );
}
