import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { type Discount, MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { AppliedCode } from './AppliedCode.tsx';
import styles from './DiscountField.module.css';
import { useCodeCheck, useOfferedCode } from './field/use-code-check.ts';
import { UselessCode } from './field/validate-code.ts';

type Props = {
  discount: Discount | null;
  /** A code that is filled in and looked at by itself; the order need not wait for that. */
  offered: string | null;
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  isDisabled: boolean;
  onChange: (discount: Discount | null) => void;
  /** The offered code cannot be used. */
  onOfferUseless: () => void;
  /** A code that was typed can be used once there are more pins. */
  onNote: (code: string) => void;
};

export function DiscountField(props: Props) {
  const { discount, offered, imagesTotal, isDisabled, onChange, onOfferUseless, onNote } = props;
  const [code, setCode] = useState(offered ?? '');
  const place = useRef<HTMLDivElement>(null);
  const take = (applied: Discount) => {
    setCode('');
    onChange(applied);
    toast.success(`Código "${applied.code}" aplicado correctamente`);
  };
  /** The control in use disappears: its successor gets the focus. */
  const change = (next: Discount | null) => {
    flushSync(() => (next ? take(next) : onChange(next)));
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const typed = useCodeCheck(imagesTotal);
  const offer = useOfferedCode({
    offered: discount ? null : offered,
    imagesTotal,
    onApplied: (applied) => {
      if (isDisabled) return;
      if (place.current?.contains(document.activeElement)) change(applied);
      else take(applied);
    },
    onUseless: onOfferUseless,
  });
  const isPending = typed.isPending || offer.isPending;
  const error = typed.error ?? offer.error;

  if (discount) {
    const remove = () => {
      typed.reset();
      offer.reset();
      change(null);
      toast('Código de descuento removido');
    };
    return (
      <div ref={place}>
        <AppliedCode
          discount={discount}
          imagesTotal={imagesTotal}
          isDisabled={isDisabled}
          onRemove={remove}
        />
      </div>
    );
  }

  const submit = () => {
    if (isPending || isDisabled) return;
    offer.reset();
    // Given to the call, not to the hook: a buyer who left meanwhile is not surprised by it.
    typed.mutate(code, {
      onSuccess: change,
      onError: (cause) =>
        cause instanceof UselessCode && cause.isBelowMinimum && onNote(normalizeCode(code)),
    });
  };
  return (
    <div ref={place} className={styles.form}>
      <Field label="Código de descuento" isOptional>
        {(input) => (
          <input
            {...input}
            aria-invalid={error !== null || undefined}
            type="text"
            name="discountCode"
            className={`${input.className} ${styles.code}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_CODE_LENGTH}
            disabled={isDisabled}
            value={code}
            onChange={(event) => {
              offer.reset();
              setCode(event.target.value);
            }}
            // A disabled button would keep Enter from telling what is missing.
            onKeyDown={(event) => event.key === 'Enter' && submit()}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        busy={isPending}
        disabled={isDisabled || !code.trim()}
        onClick={submit}
      >
        {isPending ? 'Verificando...' : 'Aplicar'}
      </Button>
      <p className={styles.error} role="alert">
        {error?.message}
      </p>
    </div>
  );
}
