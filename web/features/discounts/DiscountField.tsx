import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { validateSentCode } from '#contract/discounts/discounts.ts';
import {
  type Discount,
  describeMinimum,
  isForProduct,
  MAX_CODE_LENGTH,
  missingAmount,
  NO_SHIPPING,
  normalizeCode,
} from '#domain/discounts/discounts.ts';
import type { PricedChoice } from '#domain/pins/choice.ts';
import { callApi, LostAnswer, Refusal } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useSilentField } from '#web/ui/silent-fields.ts';
import { useIntoView } from '#web/ui/use-into-view.ts';
import styles from './DiscountField.module.css';

/** A picture's pins with their product. */
type ChosenPins = PricedChoice & { product: string };

type Pins = {
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  images: readonly ChosenPins[] | null;
};

type Props = {
  discount: Discount | null;
  /** Whether the order's price includes it. */
  isCounted: boolean;
  /** A code that is filled in and checked automatically; the order need not wait for it. */
  offered: string | null;
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  /** The pictures to be ordered; null if the shop has one product only. */
  images: readonly ChosenPins[] | null;
  isDisabled: boolean;
  onChange: (discount: Discount | null) => void;
  /** Called when the offered code cannot be used. */
  onOfferUseless: () => void;
  /** Called when a typed code needs more pins. */
  onNote: (code: string) => void;
};

export function DiscountField(props: Props) {
  const { discount, isCounted, offered, imagesTotal, images, isDisabled } = props;
  const { onChange, onOfferUseless, onNote } = props;
  const [code, setCode] = useState(offered ?? '');
  const place = useRef<HTMLDivElement>(null);
  const take = (applied: Discount) => {
    setCode('');
    onChange(applied);
    toast.success(`Código "${applied.code}" aplicado correctamente`);
  };
  /** The focused control is replaced: the new one gets the focus. */
  const change = (next: Discount | null) => {
    flushSync(() => (next ? take(next) : onChange(next)));
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const typed = useCodeCheck({ imagesTotal, images });
  const offer = useOfferedCode({
    offered: discount ? null : offered,
    pins: { imagesTotal, images },
    onApplied: (applied) => {
      if (isDisabled) return;
      if (place.current?.contains(document.activeElement)) change(applied);
      else take(applied);
    },
    onUseless: onOfferUseless,
  });
  const id = useId();
  const type = (text: string) => {
    offer.reset();
    setCode(text);
  };
  useSilentField(id, code, type);
  const shown = useIntoView<HTMLParagraphElement>(typed.error);
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
      <div ref={place} data-no-toast>
        <AppliedCode
          discount={discount}
          isCounted={isCounted}
          imagesTotal={imagesTotal}
          images={images}
          isDisabled={isDisabled}
          onRemove={remove}
        />
      </div>
    );
  }

  const submit = () => {
    if (isPending || isDisabled) return;
    offer.reset();
    // Passed to the call, not to the hook, so that it does not run after the buyer has left.
    typed.mutate(code, {
      onSuccess: change,
      onError: (cause) =>
        cause instanceof UselessCode && cause.isBelowMinimum && onNote(normalizeCode(code)),
    });
  };
  return (
    <div ref={place} className={styles.form} data-no-toast>
      <Field id={id} label="Código de descuento" isOptional>
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
            onChange={({ target }) => type(target.value)}
            // With a disabled button, Enter would not show what is missing.
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
      <p ref={shown} className={styles.error} role="alert">
        {error?.message}
      </p>
    </div>
  );
}

type AppliedCodeProps = Pins & {
  discount: Discount;
  isCounted: boolean;
  isDisabled: boolean;
  onRemove: () => void;
};

/** Returns why an order's price does not include a code. */
export function whyUncounted(discount: Discount, { imagesTotal, images }: Pins): string {
  const isForPins = images?.some(({ product }) => isForProduct(discount, product)) ?? true;
  if (!isForPins) return 'No vale para los pines de este pedido';
  return missingAmount(discount, imagesTotal) > 0
    ? describeMinimum(discount, imagesTotal)
    : NO_SHIPPING;
}

/** The order's code, or one that its price does not include. */
function AppliedCode({ discount, isCounted, isDisabled, onRemove, ...pins }: AppliedCodeProps) {
  const { code, name, oncePerBuyer } = discount;
  return (
    <div className={isCounted ? styles.applied : `${styles.applied} ${styles.waiting}`}>
      <Icon name={isCounted ? 'tick' : 'info'} />
      <p>
        Código <strong>{code}</strong>
        {name && <span dir="auto">{name}</span>}
        {oncePerBuyer && <span>Vale una vez por persona</span>}
        {!isCounted && <strong>{whyUncounted(discount, pins)}</strong>}
      </p>
      <Button variant="quiet" disabled={isDisabled} onClick={onRemove}>
        Quitar código
      </Button>
    </div>
  );
}

const CHECKING_CODE = ['check discount code'];

/** Returns true while the shop checks a typed code: the price may be about to change. */
export function useIsCheckingCode(): boolean {
  return useIsMutating({ mutationKey: CHECKING_CODE }) > 0;
}

/** Checks a typed code with the shop. */
function useCodeCheck(pins: Pins) {
  return useMutation({
    mutationKey: CHECKING_CODE,
    mutationFn: (code: string) => validateCode(code, pins),
  });
}

type Offer = {
  /** The code to check; null for none. */
  offered: string | null;
  pins: Pins;
  onApplied: (discount: Discount) => void;
  /** The shop rejects it. After no response, or with too few pins, it is checked again later. */
  onUseless: () => void;
};

/** Checks a link's code automatically, each time it is offered. */
function useOfferedCode({ offered, pins, onApplied, onUseless }: Offer) {
  const check = useMutation({ mutationFn: (code: string) => validateCode(code, pins) });
  const { reset } = check;
  const conclude = useEffectEvent(onApplied);
  const begin = useEffectEvent(() => {
    if (offered === null) return;
    check.mutate(offered, {
      onSuccess: (discount) => conclude(discount),
      onError: (error) => error instanceof UselessCode && !error.isBelowMinimum && onUseless(),
    });
  });
  useEffect(() => {
    begin();
    return reset;
  }, [reset]);
  return check;
}

const CODE_MISSING = 'Ingresa un código de descuento válido';
const CODE_INVALID = 'Código inválido';
const CODE_UNCHECKED = 'Error validando código de descuento';

/** The shop checked the code and rejected it. */
class UselessCode extends Error {
  /** The pins are below its minimum: with more pins it can be used. */
  readonly isBelowMinimum: boolean;

  constructor(reason: string, isBelowMinimum: boolean) {
    super(reason);
    this.name = 'UselessCode';
    this.isBelowMinimum = isBelowMinimum;
  }
}

/** Returns true if the shop responded, but with neither a discount nor a reason. */
function wasAnswered(error: unknown): boolean {
  return (error instanceof LostAnswer || error instanceof Refusal) && error.status === 200;
}

/** @throws UselessCode, Error with a message for the buyer */
export async function validateCode(
  typed: string,
  { imagesTotal: orderTotal, images }: Pins,
): Promise<Discount> {
  const code = normalizeCode(typed);
  if (!code) throw new Error(CODE_MISSING);
  const body = { code, orderTotal, ...(images ? { images: [...images] } : {}) };
  const answer = await callApi(validateSentCode(code), { body }).catch((error: unknown) => {
    if (error instanceof Error && error.message) throw error;
    throw new Error(wasAnswered(error) ? CODE_INVALID : CODE_UNCHECKED);
  });
  if (answer.success) return answer.discount;
  throw new UselessCode(answer.message || CODE_INVALID, answer.missingAmount !== undefined);
}
