import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { type Discount, MAX_CODE_LENGTH } from '#domain/discounts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './DiscountField.module.css';
import { validateCode } from './field/validate-code.ts';

type Props = {
  discount: Discount | null;
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  isDisabled: boolean;
  onChange: (discount: Discount | null) => void;
};

const CHECK = ['check discount code'];

/** Whether the shop is looking at a code: the price may be about to change. */
export function useIsCheckingCode(): boolean {
  return useIsMutating({ mutationKey: CHECK }) > 0;
}

export function DiscountField({ discount, imagesTotal, isDisabled, onChange }: Props) {
  const [code, setCode] = useState('');
  const place = useRef<HTMLDivElement>(null);
  /** The control in use disappears: its successor gets the focus. */
  const change = (next: Discount | null) => {
    flushSync(() => onChange(next));
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const validation = useMutation({
    mutationKey: CHECK,
    mutationFn: () => validateCode(code, imagesTotal),
  });
  const apply = (applied: Discount) => {
    setCode('');
    change(applied);
    toast.success(`Código "${applied.code}" aplicado correctamente`);
  };

  if (discount) {
    const remove = () => {
      validation.reset();
      change(null);
      toast('Código de descuento removido');
    };
    return (
      <div ref={place}>
        <AppliedCode discount={discount} isDisabled={isDisabled} onRemove={remove} />
      </div>
    );
  }

  const submit = () => {
    if (validation.isPending || isDisabled) return;
    // Given to the call, not to the hook: a buyer who left meanwhile is not surprised by it.
    validation.mutate(undefined, { onSuccess: apply });
  };
  return (
    <div ref={place} className={styles.form}>
      <Field label="Código de descuento" isOptional>
        {(input) => (
          <input
            {...input}
            aria-invalid={validation.isError || undefined}
            type="text"
            name="discountCode"
            className={`${input.className} ${styles.code}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_CODE_LENGTH}
            disabled={isDisabled}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            // A disabled button would keep Enter from telling what is missing.
            onKeyDown={(event) => event.key === 'Enter' && submit()}
          />
        )}
      </Field>
      <Button
        look="secondary"
        busy={validation.isPending}
        disabled={isDisabled || !code.trim()}
        onClick={submit}
      >
        {validation.isPending ? 'Verificando...' : 'Aplicar'}
      </Button>
      <p className={styles.error} role="alert">
        {validation.error?.message}
      </p>
    </div>
  );
}

type AppliedProps = { discount: Discount; isDisabled: boolean; onRemove: () => void };

function AppliedCode({ discount, isDisabled, onRemove }: AppliedProps) {
  return (
    <div className={styles.applied}>
      <Icon name="tick" />
      <p>
        Código <strong>{discount.code}</strong>
        {discount.name && <span dir="auto">{discount.name}</span>}
      </p>
      <Button look="quiet" disabled={isDisabled} onClick={onRemove}>
        Quitar código
      </Button>
    </div>
  );
}
