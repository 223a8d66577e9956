import { useQuery } from '@tanstack/react-query';
import { downloadReceipt } from '#contract/receipts.ts';
import type { TodayOrder } from '#contract/today.ts';
import { formatDateTime } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { fetchFile } from '#web/features/admin/download.ts';
import { QueryFailed } from '#web/features/admin/Failure.tsx';
import { saveFile } from '#web/lib/save-file.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { BlobPicture } from '#web/ui/BlobPicture.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ReceiptWindow.module.css';

type Props = { order: TodayOrder; onAccept: () => void; onClose: () => void };

/** A proof of transfer beside the order's data; a PDF can only be saved. */
export function ReceiptWindow({ order, onAccept, onClose }: Props) {
  const { id, fullName, amount, receipt } = order;
  const file = useQuery({
    queryKey: ['admin', 'receipt', id, receipt?.receivedAt],
    queryFn: () => fetchFile(downloadReceipt, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const content = file.data?.content;
  const save = () => content && saveFile(content, file.data?.name ?? `${id}_comprobante`);
  return (
    <Dialog
      title={`Comprobante de ${formatPesos(amount)}`}
      subtitle={
        <span dir="auto">
          Pedido {id}, de {fullName}
          {receipt && ` · recibido el ${formatDateTime(receipt.receivedAt)}`}
        </span>
      }
      width="medium"
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
      <p>Antes de aceptar, mira en tu banco que llegaron {formatPesos(amount)}.</p>
      <Actions>
        <Button variant="secondary" disabled={!content} onClick={save}>
          Descargar
        </Button>
        <Button onClick={onAccept}>Aceptar pago</Button>
      </Actions>
    </Dialog>
  );
}
