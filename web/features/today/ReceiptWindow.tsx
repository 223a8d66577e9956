import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadReceipt } from '#contract/payments/receipts.ts';
import type { TodayOrder } from '#contract/today/today.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { tellReceiptDiffers } from '#domain/orders/chat.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { fetchFile } from '#web/panel/download.ts';
import { QueryFailed } from '#web/panel/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { BlobPicture } from '#web/ui/BlobPicture.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import styles from './ReceiptWindow.module.css';

type Props = { order: TodayOrder; onAccept: () => void; onClose: () => void };

/** A proof of transfer beside the order's data; a PDF can only be saved. */
export function ReceiptWindow({ order, onAccept, onClose }: Props) {
  const { id, fullName, amount, receipt } = order;
  const { name: shopName } = usePageConfig().shop;
  const file = useQuery({
    queryKey: ['admin', 'receipt', id, receipt?.receivedAt],
    queryFn: () => fetchFile(downloadReceipt, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isDifferent, setDifferent] = useState(false);
  /** The words that were sent; before, the shop's own. */
  const [sent, setSent] = useState(() =>
    tellReceiptDiffers({ shopName, fullName, orderId: id }, amount),
  );
  const [words, setWords] = useState(sent);
  const content = file.data?.content;
  const save = () => content && saveFile(content, file.data?.name ?? `${id}_comprobante`);
  return (
    <FormDialog
      title={`Comprobante de ${formatPesos(amount)}`}
      subtitle={
        <span dir="auto">
          Pedido {id}, de {fullName}
          {receipt && ` · recibido el ${formatDateTime(receipt.receivedAt)}`}
        </span>
      }
      width="medium"
      isTyped={words !== sent}
      onClose={onClose}
    >
      {file.isFetching && <Skeleton lines={1} height="16rem" />}
      <QueryFailed what="Error al abrir el comprobante" query={file} />
      {content &&
        (content.type.startsWith('image/') ? (
          <BlobPicture
            content={content}
            alt="Comprobante de transferencia"
            className={styles.picture}
          />
        ) : (
          <p>Es un PDF: descárgalo para verlo.</p>
        ))}
      {isDifferent ? (
        <Question
          order={order}
          words={words}
          onType={setWords}
          onSend={() => setSent(words)}
          onBack={() => setDifferent(false)}
        />
      ) : (
        <>
          <p>
            Antes de aceptar, mira en tu banco que llegaron {formatPesos(amount)}.{' '}
            <Button variant="quiet" disabled={!content} onClick={save}>
              Descargar
            </Button>
          </p>
          <Actions>
            <Button variant="secondary" onClick={() => setDifferent(true)}>
              No coincide
            </Button>
            <Button onClick={onAccept}>Aceptar pago</Button>
          </Actions>
        </>
      )}
    </FormDialog>
  );
}

type QuestionProps = {
  order: TodayOrder;
  words: string;
  onType: (words: string) => void;
  onSend: () => void;
  onBack: () => void;
};

/** The text to a buyer whose receipt does not match, ready to send; the order stays unpaid. */
function Question({ order, words, onType, onSend, onBack }: QuestionProps) {
  const { id, phone, email } = order;
  const chat = whatsappUrl(phone, words);
  const subject = `Tu comprobante del pedido ${id}`;
  const mail = `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(words)}`;
  return (
    <>
      <TextArea
        label="Escríbele a quien compró"
        hint="El pedido sigue sin pagar, y puede enviarte otro comprobante."
        rows={5}
        // The button that opened it is gone.
        ref={takeFocus}
        value={words}
        onType={onType}
      />
      <Actions cancel="Volver" onCancel={onBack}>
        <CopyButton text={words} label="Copiar el texto" />
        {email && (
          <ButtonLink href={mail} onClick={onSend}>
            Enviar por correo
          </ButtonLink>
        )}
        {chat && (
          <ButtonLink
            variant="primary"
            href={chat}
            target="_blank"
            rel="noreferrer"
            onClick={onSend}
          >
            Enviar por WhatsApp
          </ButtonLink>
        )}
      </Actions>
    </>
  );
}
