import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './Slider.module.css';

type End = { name: string; icon: IconName; onPress: () => void };

type Props = {
  label: string;
  /** The value in words. */
  value: string;
  at: number;
  min: number;
  max: number;
  step: number;
  less: End;
  more: End;
  onMove: (at: number) => void;
};

/** A slider between two buttons that move it by a step. */
export function Slider({ label, value, at, min, max, step, less, more, onMove }: Props) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
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
        onChange={({ target }) => onMove(target.valueAsNumber)}
      />
      <EndButton {...more} />
    </div>
  );
}

function EndButton({ name, icon, onPress }: End): ReactNode {
  return (
    <button type="button" className={styles.end} aria-label={name} title={name} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
