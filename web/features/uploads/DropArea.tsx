import { useId, useLayoutEffect, useRef, useState } from 'react';
import { MAX_IMAGE_PIXELS, MAX_IMAGES } from '#domain/pins/images.ts';
import { Button } from '#web/ui/Button.tsx';
import { emptyArt } from '#web/ui/empty-art.ts';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Photo } from '#web/ui/Photo.tsx';
import { TOUCH, useMedia } from '#web/ui/use-media.ts';
import styles from './DropArea.module.css';

const pasteKeys = /mac/i.test(navigator.platform) ? '⌘V' : 'Ctrl+V';

const RULES = `JPEG, PNG o WebP, hasta 5 MB y ${MAX_IMAGE_PIXELS / 1_000_000} megapíxeles cada una · ${MAX_IMAGES} imágenes por pedido`;
const SHORT_RULES = `JPEG, PNG o WebP, hasta 5 MB · ${MAX_IMAGES} imágenes por pedido`;

type Props = {
  isEmpty: boolean;
  isOver: boolean;
  /** The result of the last files, while it is shown. */
  news: string | null;
  onFiles: (files: File[]) => void;
};

/** Lets the user choose pictures by picker or camera, and explains the other ways. */
export function DropArea({ isEmpty, isOver, news, onFiles }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const pick = useRef<HTMLButtonElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  // A part that moved counts as a layout shift, a new one does not; the news are spoken from one place.
  const form = isEmpty ? 'empty' : 'slim';
  const [first] = useState(form);
  useLayoutEffect(() => {
    if (form !== first && document.activeElement === document.body) {
      pick.current?.focus({ preventScroll: true });
    }
  }, [form, first]);
  const isTouch = useMedia(TOUCH);
  const id = useId();

  const classes = [styles.area, isEmpty ? styles.empty : styles.slim, isOver && styles.over];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <FilePicker ref={picker} id={id} multiple onFiles={onFiles} />
      {isEmpty && <Photo {...emptyArt.blank} alt="" />}
      {isEmpty && (
        <p className={styles.words}>
          {isTouch ? (
            'Elige las imágenes que quieres en tus pines'
          ) : (
            <>
              Arrastra tus imágenes hasta aquí o elígelas
              <span className={styles.hint}>…o pégalas con {pasteKeys}</span>
            </>
          )}
        </p>
      )}
      <div key={`buttons ${form}`} className={styles.buttons}>
        <Button
          ref={pick}
          variant={isEmpty ? 'primary' : 'secondary'}
          className={styles.pick}
          onClick={() => picker.current?.click()}
        >
          {!isEmpty && <Icon name="plus" />}
          {isEmpty ? 'Elegir imágenes' : 'Agregar más imágenes'}
        </Button>
        {isTouch && (
          <>
            <FilePicker ref={camera} capture="environment" onFiles={onFiles} />
            <Button
              variant="secondary"
              className={styles.camera}
              onClick={() => camera.current?.click()}
            >
              <Icon name="camera" />
              <span className={styles.cameraWords}>Tomar una foto</span>
            </Button>
          </>
        )}
      </div>
      <label key={`rules ${form}`} className={`soft ${styles.rules}`} htmlFor={id}>
        {isEmpty ? RULES : SHORT_RULES}
      </label>
      <p className={`soft ${styles.news}`} role="status">
        {news !== null && (
          <>
            <Icon name="tick" /> {news}
          </>
        )}
      </p>
      {isOver && (
        <div className={styles.landing} aria-hidden="true">
          <p>Suelta tus imágenes donde quieras</p>
        </div>
      )}
    </div>
  );
}
