import { useState } from 'react';
import { MAX_CHANGE_LENGTH, requestChange } from '#contract/aftersales/change-requests.ts';
import { problemsOf } from '#contract/base/rules.ts';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { byMail } from '#domain/orders/mailbox.ts';
import { isEnded } from '#domain/orders/status.ts';
import { MAX_IMAGES } from '#domain/pins/images.ts';
import { UploadProblem, uploadFiles } from '#web/features/uploads/upload-files.tsx';
import { callApi } from '#web/lib/api.ts';
import { requestShownChange, type ShownOrder } from '#web/lib/shown-order.ts';
import { AskButton } from '#web/ui/AskButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask } from '#web/ui/use-task.ts';
import styles from './OwnComplaint.module.css';

type Props = { order: ShownOrder; of: OwnOrder; onSent: (order: ShownOrder) => void };

/** What the buyer asked to change, the shop's answer, and the form to ask. */
export function OwnChange({ order, of, onSent }: Props) {
  const { changeRequest: request } = order;
  const canChange = order.canChange && !order.cancelRequested;
  if (!canChange && !request) return null;
  return (
    <PagePart title="Cambios en tu pedido">
      {request && (
        <Notice tone={request.accepted ? 'success' : 'info'}>
          {describeRequest(request, order)}
        </Notice>
      )}
      {request?.answer && (
        <p className={styles.answer} dir="auto">
          Te respondimos: <q>{request.answer}</q>
        </p>
      )}
      {canChange && (
        <AskButton
          label="Pedir un cambio"
          variant={request ? 'quiet' : 'secondary'}
          window={(acts) => <ChangeDialog {...{ order, of, ...acts }} />}
          onSent={onSent}
        />
      )}
    </PagePart>
  );
}

type Request = NonNullable<ShownOrder['changeRequest']>;

function describeRequest({ at, isOpen, accepted }: Request, order: ShownOrder): string {
  const sent = `Pediste un cambio el ${formatDateTime(at)}.`;
  const isOver = isEnded(order.status);
  if (isOpen && isOver) return sent;
  if (isOpen)
    return `${sent} Lo vemos y te contestamos${byMail(order)}; la respuesta queda también aquí.`;
  if (!accepted) return `${sent} No pudimos hacerlo.`;
  // Whether it was done before the parcel left is not known.
  return `${sent} ${isOver ? 'Te dijimos que sí.' : 'Lo hacemos.'}`;
}

/** Who sends pictures need not say more. */
const ONLY_PICTURES = 'Agrega estas imágenes';

type Sent = { imageUrl: string; originalName: string };

function ChangeDialog({ order, of, onSent, onClose }: Props & { onClose: () => void }) {
  const [pictures, setPictures] = useState<readonly Sent[]>([]);
  const list = useSettling<HTMLUListElement>(pictures.length);
  const toBody = (words: string) => ({
    ...of,
    words: words.trim() || (pictures.length > 0 ? ONLY_PICTURES : ''),
    images: pictures.map((picture) => ({ ...picture, quantity: 1 })),
  });
  const form = useForm({
    initial: { words: '' },
    check: ({ words }) => problemsOf(requestChange.body, toBody(words)),
    send: async ({ words }) =>
      onSent((await callApi(requestShownChange, { body: toBody(words) })).order),
  });
  const sending = useTask(async (files: readonly File[]) => {
    await uploadFiles(files, MAX_IMAGES - pictures.length, ({ imageUrl }, originalName) =>
      setPictures((sent) => [...sent, { imageUrl, originalName }]),
    );
  });
  const remove = (picture: Sent) => setPictures((sent) => sent.filter((each) => each !== picture));
  const words = form.field('words');
  return (
    <SendDialog
      title="Pedir un cambio"
      subtitle={`Pedido ${order.id}`}
      label={form.isBusy ? 'Enviando...' : 'Enviar'}
      cancel="Volver"
      form={form}
      isTyped={form.isTyped || pictures.length > 0}
      isUploading={sending.isBusy}
      onClose={onClose}
    >
      <TextArea
        label="¿Qué quieres cambiar?"
        hint="Por ejemplo: mejor que sean 15 de la primera, y agrega esta imagen"
        rows={4}
        maxLength={MAX_CHANGE_LENGTH}
        {...words}
        error={pictures.length > 0 ? undefined : words.error}
      />
      <div className={styles.photo}>
        <UploadProblem error={sending.error} onRetry={(files) => void sending.run(files)} />
        <FileButton multiple busy={sending.isBusy} onFiles={(files) => void sending.run(files)}>
          {sending.isBusy ? 'Subiendo...' : 'Agregar imágenes'}
        </FileButton>
        {pictures.length > 0 && (
          <ul ref={list} aria-label="Imágenes que mandas">
            {pictures.map((picture) => (
              <li key={picture.imageUrl} className="row">
                <span className="clamped" dir="auto" title={picture.originalName}>
                  {picture.originalName}
                </span>
                <Button
                  variant="quiet"
                  aria-label={`Quitar ${picture.originalName}`}
                  onClick={() => remove(picture)}
                >
                  Quitar
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p className="soft">
          Las imágenes son opcionales. Te contestamos antes de cambiar nada: el precio puede
          cambiar.
        </p>
      </div>
    </SendDialog>
  );
}
