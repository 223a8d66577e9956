import { useState } from 'react';
import type * as z from 'zod/mini';
import { replacePicture, viewPictureRequest } from '#contract/production/pictures.ts';
import { formatDate } from '#domain/base/dates.ts';
import { describeBlur } from '#domain/pins/blur.ts';
import { quoteText } from '#domain/pins/choice.ts';
import type { UploadedPicture } from '#web/features/uploads/picture.ts';
import { UploadProblem, uploadFiles } from '#web/features/uploads/upload-files.tsx';
import { callApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { LinkWindow } from '#web/ui/LinkWindow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './proof/Proof.module.css';

const NO_ANSWER = 'No pudimos abrir tus imágenes. Revisa tu conexión e intenta de nuevo.';

type Shown = z.infer<typeof viewPictureRequest.answer>;
type Item = Shown['items'][number];

const view = (token: string): Promise<Shown> => callApi(viewPictureRequest, { body: { token } });

/** Replaces pictures of an order one by one, by a mailed link. */
export function PictureLinkDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <LinkWindow {...{ token, view, onClose }} title="Cambia tus imágenes" isForm lost={NO_ANSWER}>
      {(request) => <Pictures token={token} request={request} onClose={onClose} />}
    </LinkWindow>
  );
}

type PicturesProps = { token: string; request: Shown; onClose: () => void };

function Pictures({ token, request, onClose }: PicturesProps) {
  const { orderId, words, items, expiresAt } = request;
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const isDone = words !== null && sent.size === items.length;
  return (
    <>
      <p>
        Pedido <strong>{orderId}</strong>.{' '}
        {words === null && 'Cambia las que quieras: se imprimen las últimas que envíes.'}
      </p>
      {words !== null && !isDone && (
        <Notice tone="info">
          <p>
            Necesitamos otra versión de {items.length === 1 ? 'esta imagen' : 'estas imágenes'}:
          </p>
          <p dir="auto">
            <q>{words}</q>
          </p>
        </Notice>
      )}
      {isDone && (
        <Notice ref={takeFocus} tone="success" tabIndex={-1}>
          ¡Gracias! Ya tenemos tus imágenes y tu pedido sigue. Te avisamos por correo.
        </Notice>
      )}
      <ul className={styles.pins}>
        {items.map((item) => (
          <Replaceable
            key={item.n}
            token={token}
            item={item}
            isSent={sent.has(item.n)}
            mayRepeat={words === null}
            onSent={() => setSent(new Set([...sent, item.n]))}
          />
        ))}
      </ul>
      {isDone ? (
        <Button onClick={onClose}>Entendido</Button>
      ) : (
        <p className={styles.hint}>Este enlace sirve hasta el {formatDate(expiresAt)}.</p>
      )}
    </>
  );
}

type ReplaceableProps = {
  token: string;
  item: Item;
  isSent: boolean;
  /** The link allows another change of it. */
  mayRepeat: boolean;
  onSent: () => void;
};

function Replaceable({ token, item, isSent, mayRepeat, onSent }: ReplaceableProps) {
  const { n, thumbnailUrl, blur } = item;
  const [file, setFile] = useState<{ name: string; upload: UploadedPicture } | null>(null);
  const { busy, error, run } = useTasks<'upload' | 'send'>();
  useUnsaved(file !== null && !isSent);

  const choose = (chosen: readonly File[]) =>
    void run('upload', () => uploadFiles(chosen, 1, (upload, name) => setFile({ name, upload })));
  const send = () =>
    void run('send', async () => {
      if (!file) return;
      const { imageUrl, crop: start } = file.upload;
      const body = { token, item: n, imageUrl, crop: start, originalName: file.name };
      await callApi(replacePicture, { body });
      onSent();
    });
  const isOpen = !isSent || mayRepeat;
  return (
    <li className={styles.pin}>
      <PinFace
        src={file?.upload.imageUrl ?? thumbnailUrl}
        pin={file ? { ...item, crop: file.upload.crop } : item}
        size="full"
      />
      <p className={styles.name}>
        <strong>Imagen {n}</strong> {quoteText(item)}
      </p>
      {isSent && !busy && <p role="status">Recibida ✓</p>}
      {blur && !file && <p className={styles.hint}>{describeBlur(blur)}</p>}
      <UploadProblem error={error} onRetry={choose} />
      {isOpen && (
        <FileButton busy={busy === 'upload'} disabled={busy !== null} onFiles={choose}>
          {busy === 'upload' ? 'Subiendo tu imagen...' : `Elegir otra imagen ${n}`}
        </FileButton>
      )}
      {isOpen && file && (
        <Button busy={busy === 'send'} disabled={busy !== null} onClick={send}>
          Enviar esta
        </Button>
      )}
    </li>
  );
}
