import { type KeyboardEvent, useState } from 'react';
import { whatsappUrl } from '#domain/people/phones.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/pins/images.ts';
import { parseQuantity } from '#domain/pins/quantity.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './QuantityInput.module.css';

type Props = {
  value: number;
  name: string;
  isDisabled?: boolean;
  max?: number;
  onChange: (value: number) => void;
};

export function QuantityInput({
  value,
  name,
  isDisabled = false,
  max = MAX_QUANTITY,
  onChange,
}: Props) {
  /** The field's text while it is no quantity. */
  const [draft, setDraft] = useState<string | null>(null);
  /** More than the maximum was typed. */
  const [isOver, setOver] = useState(false);

  const set = (next: number) => {
    setDraft(null);
    setOver(false);
    if (parseQuantity(String(next), max) !== null) onChange(next);
  };

  const type = (text: string) => {
    const typed = readTyped(text, max);
    if (typed.kind === 'quantity') set(typed.value);
    if (typed.kind === 'unfinished') setDraft(text);
    setOver(typed.kind === 'ignored' && Number(text) > max);
  };

  const leave = () => {
    if (draft !== null) set(MIN_QUANTITY);
  };

  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(value + step);
  };

  return (
    <>
      <div className={styles.quantity}>
        <button
          type="button"
          className="round"
          aria-label={`Un pin menos de ${name}`}
          disabled={isDisabled || value <= MIN_QUANTITY}
          onClick={() => set(value - 1)}
        >
          <Icon name="minus" />
        </button>
        <input
          className={styles.number}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Cantidad de ${name}`}
          aria-valuenow={value}
          disabled={isDisabled}
          aria-valuemin={MIN_QUANTITY}
          aria-valuemax={max}
          value={draft ?? String(value)}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={leave}
          onKeyDown={press}
        />
        <button
          type="button"
          className="round"
          aria-label={`Un pin más de ${name}`}
          disabled={isDisabled || value >= max}
          onClick={() => set(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {isOver && <MoreThanMax max={max} />}
    </>
  );
}

/** Larger orders are agreed with the shop. */
function MoreThanMax({ max }: { max: number }) {
  const { shop } = usePageConfig();
  const url =
    whatsappUrl(shop.whatsapp, `Hola, ¿puedo pedir más de ${max} pines de una imagen?`) ??
    (shop.email && `mailto:${shop.email}`);
  return (
    <p className={styles.over} role="status">
      Hasta {max} por imagen; para más, {url ? <a href={url}>escríbenos</a> : 'escríbenos'}
    </p>
  );
}

type Typed =
  | { kind: 'quantity'; value: number }
  /** A whole number outside the limits: the field does not change. */
  | { kind: 'ignored' }
  /** Empty or no number: allowed until the field is left. */
  | { kind: 'unfinished' };

export function readTyped(text: string, max?: number): Typed {
  const value = parseQuantity(text, max);
  if (value !== null) return { kind: 'quantity', value };
  return /^\s*[-+]?\d+\s*$/.test(text) ? { kind: 'ignored' } : { kind: 'unfinished' };
}
