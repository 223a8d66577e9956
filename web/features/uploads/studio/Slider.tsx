import { type ChangeEvent, type PointerEvent, useId, useRef } from 'react';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './Slider.module.css';

type End = { name: string; icon: IconName; onPress: () => void };

type Props = {
  label: string;
  /** The value as text. */
  value: string;
  at: number;
  min: number;
  max: number;
  step: number;
  less: End;
  more: End;
  onMove: (at: number) => void;
};

/** A slider between two buttons that move it by one step. */
export function Slider({ label, value, at, min, max, step, less, more, onMove }: Props) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label className={`label ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <output className={styles.value} htmlFor={id}>
        {value}
      </output>
      <EndButton {...less} />
      <input
        id={id}
        className={styles.range}
        type="range"
        min={min}
        max={max}
        step={step}
        value={at}
        aria-valuetext={value}
        {...useTouch(onMove)}
      />
      <EndButton {...more} />
    </div>
  );
}

/** How far a finger moves before its direction is known, in pixels. */
const SLACK = 6;

/**
 * Returns handlers for a range on which a scroll may begin: a touch counts once it moves along the
 * range or ends, and not at all if the browser scrolls.
 */
function useTouch(onMove: (at: number) => void) {
  const touch = useRef<{ x: number; value: number | null } | null>(null);
  const settle = () => {
    const value = touch.current?.value ?? null;
    touch.current = null;
    if (value !== null) onMove(value);
  };
  return {
    onPointerDown({ pointerType, clientX: x }: PointerEvent) {
      if (pointerType === 'touch') touch.current = { x, value: null };
    },
    onPointerMove({ clientX }: PointerEvent) {
      if (touch.current && Math.abs(clientX - touch.current.x) > SLACK) settle();
    },
    onPointerUp: settle,
    onPointerCancel() {
      touch.current = null;
    },
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const value = target.valueAsNumber;
      if (touch.current) touch.current.value = value;
      else onMove(value);
    },
  };
}

function EndButton({ name, icon, onPress }: End) {
  return (
    <button
      type="button"
      className={`round ${styles.end}`}
      aria-label={name}
      title={name}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
