import type { ChangeEvent } from 'react';
import { IMAGE_TYPES } from '#domain/pins/images.ts';
import buttonStyles from './Button.module.css';
import styles from './FileButton.module.css';

type Props = {
  /** The label; also says that a file is being sent. */
  children: string;
  /** MIME types, separated by commas; by default pictures. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
};

/** A file input that looks like a button. */
export function FileButton(props: Props) {
  const {
    children,
    accept = IMAGE_TYPES.join(),
    multiple = false,
    disabled = false,
    busy = false,
    onFiles,
  } = props;
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows choosing the same file again.
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
