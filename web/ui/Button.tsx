import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import './Spinner.module.css';

type Variant = 'primary' | 'secondary' | 'quiet';

type Props = ComponentProps<'button'> & {
  variant?: Variant;
  large?: boolean;
  /** Shows that the button's action is in progress and ignores further clicks. */
  busy?: boolean;
};

export function Button({
  variant = 'primary',
  large = false,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: Props) {
  const classes = [styles.button, styles[variant], large && styles.large, className];
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes.filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}
