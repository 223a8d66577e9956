import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadComplaintPhoto, withdrawReprint } from '#contract/aftersales/complaints-admin.ts';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { namePictures } from '#domain/aftersales/complaints.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import { fetchFile } from '#web/panel/download.ts';
import orderStyles from '#web/panel/order/Order.module.css';
import { OpenPart, Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import { BlobPicture } from '#web/ui/BlobPicture.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './Complaint.module.css';
import { AnswerWindow, ReprintWindow } from './ComplaintWindows.tsx';

type Props = { order: AdminOrderDetail };
type Window = 'reprint' | 'resend' | 'refund' | 'answer';

const TITLE = 'Reclamo';

/** The buyer's complaint about an order that left, and the shop's possible answers. */
export function ComplaintPart({ order }: Props) {
  const { complaint, reprint, canReprint } = order;
  const [open, setOpen] = useState<Window | null>(null);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar');
  if (!(complaint || reprint || canReprint)) return null;
  const acting = { order, isBusy, change, onClose: () => setOpen(null) };
  const content = (
    <>
      {complaint && <Told order={order} complaint={complaint} />}
      {reprint && <p>{describeReprint(reprint)}</p>}
      <div className="row">
        {canReprint && (
          <>
            <Button
              variant={complaint?.isOpen ? 'primary' : 'secondary'}
              onClick={() => setOpen('reprint')}
            >
              Hacer pines de nuevo
            </Button>
            <Button variant="secondary" onClick={() => setOpen('resend')}>
              Enviar de nuevo
            </Button>
          </>
        )}
        {complaint?.isOpen && (
          <Button variant="secondary" onClick={() => setOpen('answer')}>
            Contestar
          </Button>
        )}
        <Button variant="secondary" onClick={() => setOpen('refund')}>
          Anotar devolución
        </Button>
        {reprint?.isUnderWay && (
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => void change((target) => callAdmin(withdrawReprint, target))}
          >
            Anular la reimpresión
          </Button>
        )}
      </div>
      {(open === 'reprint' || open === 'resend') && (
        <ReprintWindow {...acting} isPrinted={open === 'resend'} />
      )}
      {(open === 'refund' || open === 'answer') && (
        <AnswerWindow {...acting} hasRefund={open === 'refund'} />
      )}
    </>
  );
  if (complaint?.isOpen || reprint?.isUnderWay) {
    return (
      <OpenPart title={TITLE} outcome={outcome}>
        <div className={styles.open}>
          <h3 className={orderStyles.title}>{TITLE}</h3>
          {content}
        </div>
      </OpenPart>
    );
  }
  return (
    <Part title={TITLE} brief={briefOf(order)} isEmpty={!complaint && !reprint} outcome={outcome}>
      {content}
    </Part>
  );
}

function briefOf({ complaint, reprint }: AdminOrderDetail): string {
  const told = [complaint && 'Respondido', reprint && 'pines de nuevo'].filter(Boolean);
  return told.join(' · ') || 'Ninguno';
}

type Reprint = NonNullable<AdminOrderDetail['reprint']>;

function describeReprint({ items, at, isUnderWay, isPrinted }: Reprint): string {
  const pins = items.map(({ n, quantity }) => `imagen ${n} ×${quantity}`).join(', ');
  const since = `desde el ${formatDateTime(at)}`;
  if (!isUnderWay) return `Enviaste de nuevo, sin costo: ${pins}.`;
  return isPrinted
    ? `Envías de nuevo, sin costo, ${since}: ${pins}.`
    : `Haces de nuevo, sin costo, ${since}: ${pins}.`;
}

type ToldProps = Props & { complaint: NonNullable<AdminOrderDetail['complaint']> };

function Told({ order, complaint }: ToldProps) {
  const { at, items, words, hasPhoto, answer } = complaint;
  return (
    <>
      <p>
        Quien compró reclamó el {formatDateTime(at)} por {namePictures(items)}:
      </p>
      <ul className={styles.faces} aria-label="Pines con reclamo">
        {items.flatMap((n) => {
          const item = order.items[n - 1];
          if (!item) return [];
          return (
            <li key={n} className={styles.face}>
              <PinFace src={item.thumbnailUrl} pin={item} size="small" />
              Imagen {n}
            </li>
          );
        })}
      </ul>
      {words && (
        <p className={orderStyles.words} dir="auto">
          <q>{words}</q>
        </p>
      )}
      {hasPhoto && <Photo id={order.id} at={at} />}
      {answer && (
        <p className={orderStyles.words} dir="auto">
          Respondiste: <q>{answer}</q>
        </p>
      )}
    </>
  );
}

function Photo({ id, at }: { id: string; at: string }) {
  const { data } = useQuery({
    queryKey: ['admin', 'complaint photo', id, at],
    queryFn: () => fetchFile(downloadComplaintPhoto, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      {data && <BlobPicture content={data.content} alt="Foto que envió quien compró" />}
      <div>
        <DownloadButton
          file={downloadComplaintPhoto}
          of={{ params: { id }, fallbackName: `${id}_reclamo.webp` }}
          failure="Error al descargar la foto"
        >
          Descargar la foto
        </DownloadButton>
      </div>
    </>
  );
}
