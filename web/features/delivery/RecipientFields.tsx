import { type Control, type UseFormRegister, useFormState } from 'react-hook-form';
import { DELIVERY_LIMITS, type DeliveryForm } from '#domain/delivery.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './DeliveryForm.module.css';

export type FormParts = {
  control: Control<DeliveryForm>;
  register: UseFormRegister<DeliveryForm>;
};

export function RecipientFields({
  control,
  register,
  asksEmail,
}: FormParts & { asksEmail: boolean }) {
  const { errors } = useFormState({ control });
  return (
    <div className={styles.fields}>
      <div className={asksEmail ? styles.wide : undefined}>
        <Field
          label="Nombre de quien recibe"
          hint="Nombre y apellido"
          error={errors.recipientName?.message}
        >
          {(input) => (
            <input
              {...input}
              {...register('recipientName')}
              type="text"
              dir="auto"
              autoComplete="name"
              enterKeyHint="next"
              maxLength={DELIVERY_LIMITS.recipientName}
            />
          )}
        </Field>
      </div>
      <Field
        label="Teléfono"
        hint="8 o 9 dígitos; puedes anteponer +56"
        error={errors.phone?.message}
      >
        {(input) => (
          <input
            {...input}
            {...register('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
            maxLength={DELIVERY_LIMITS.phone}
          />
        )}
      </Field>
      {asksEmail && (
        <Field
          label="Email"
          hint="Ahí te llegará la confirmación del pedido"
          error={errors.email?.message}
        >
          {(input) => (
            <input
              {...input}
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
              maxLength={DELIVERY_LIMITS.email}
            />
          )}
        </Field>
      )}
    </div>
  );
}
