import type { ComponentProps } from 'react';
import buttonStyles from './Button.module.css';
import styles from './FileButton.module.css';
import { FilePicker } from './FilePicker.tsx';

type Props = Omit<ComponentProps<typeof FilePicker>, 'children'> & {
  /** The label; also says that a file is being sent. */
  children: string;
  busy?: boolean;
};

/** A file input that looks like a button. */
export function FileButton({ children, busy = false, disabled = false, ...rest }: Props) {
  return (
    <label
      className={`${buttonStyles.button} ${buttonStyles.secondary} ${styles.label}`}
      data-busy={busy || undefined}
    >
      {children}
      <FilePicker
        {...rest}
        className="visually-hidden"
        hidden={false}
        disabled={disabled || busy}
      />
    </label>
  );
}
