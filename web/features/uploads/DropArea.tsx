import { useDropzone } from 'react-dropzone';
import { IMAGE_ACCEPT } from '#domain/images.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './DropArea.module.css';

const accept = Object.fromEntries(
  Object.entries(IMAGE_ACCEPT).map(([type, endings]) => [type, [...endings]]),
);

type Props = { isEmpty: boolean; onFiles: (files: File[]) => void };

/** Takes pictures by drop or by the device's own picker. */
export function DropArea({ isEmpty, onFiles }: Props) {
  // Turned-away files come along: which ones, and why, is said by the shop's own rules.
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept,
    noKeyboard: true,
    onDrop: (taken, refused) => onFiles([...taken, ...refused.map(({ file }) => file)]),
  });
  const classes = [styles.area, isEmpty && styles.empty, isDragActive && styles.over];
  return (
    <div {...getRootProps({ className: classes.filter(Boolean).join(' ') })}>
      <input {...getInputProps()} />
      <span className={styles.mark} aria-hidden="true">
        <Icon name="upload" />
      </span>
      <p className={styles.words}>
        {isDragActive ? 'Suéltalas aquí' : 'Arrastra tus imágenes hasta aquí o elígelas'}
      </p>
      <Button look={isEmpty ? 'primary' : 'secondary'}>
        {isEmpty ? 'Elegir imágenes' : 'Agregar más imágenes'}
      </Button>
      <p className={styles.rules}>JPEG, PNG o WebP, hasta 5 MB cada una</p>
    </div>
  );
}
