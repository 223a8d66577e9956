import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { Field } from '#web/ui/Field.tsx';

type Props = { value: string; onChange: (value: string) => void; hint?: string };

export function EmailField({ value, onChange, hint }: Props) {
  return (
    <Field label="Email" hint={hint}>
      {(input) => (
        <input
          {...input}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          maxLength={DELIVERY_LIMITS.email}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
