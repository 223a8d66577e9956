import type { ChangeEvent } from 'react';
import buttonStyles from './Button.module.css';
import styles from './FileButton.module.css';

type Props = {
  /** Says what is chosen, and while it is sent, that it is. */
  children: string;
  /** Types, separated by commas. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
};

/** A field for files that looks like a button. */
export function FileButton(props: Props) {
  const { children, accept, multiple = false, disabled = false, busy = false, onFiles } = props;
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file may be chosen once more.
    target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <label
      className={`${buttonStyles.button} ${buttonStyles.secondary} ${styles.label}`}
      data-busy={busy || undefined}
    >
      {children}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={multiple}
        disabled={disabled || busy}
        onChange={take}
      />
    </label>
  );
}
