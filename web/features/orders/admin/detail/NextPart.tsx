import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { answerCancelRequest, recordPayment } from '#contract/orders/orders-admin-calls.ts';
import { downloadQuote } from '#contract/orders/quotes.ts';
import { openDepositOf } from '#contract/payments/deposit.ts';
import { withdrawPictureRequest } from '#contract/production/pictures.ts';
import { sendProof } from '#contract/production/proofs.ts';
import { type Parcel, setMark } from '#contract/production/workshop.ts';
import { namePictures } from '#domain/aftersales/complaints.ts';
import { dayOf, formatDateTime, formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { tellsBuyer } from '#domain/orders/mailbox.ts';
import {
  ACTS,
  actTexts,
  awaitsPickup,
  isPayment,
  type Mark,
  type MarkedStage,
  STAGES,
  type Stage,
  stageLabel,
} from '#domain/orders/order-stage.ts';
import type { QuoteState } from '#domain/orders/quote.ts';
import { cancelWarning } from '#web/features/payments/refund-texts.ts';
import { describeDue, USUAL_PAYMENT } from '#web/features/production/board-texts.ts';
import { OrderSheet } from '#web/features/production/OrderSheet.tsx';
import { ParcelFields } from '#web/features/production/ParcelFields.tsx';
import { ParcelPapers } from '#web/features/production/ParcelPapers.tsx';
import { describeProof } from '#web/features/production/ProofPart.tsx';
import { storeCourier, usualCourier } from '#web/features/production/usual-courier.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import styles from '#web/panel/order/Order.module.css';
import { typeOf } from '#web/panel/order/order-texts.ts';
import { OpenPart } from '#web/panel/order/Part.tsx';
import { type Target, useOrderChange } from '#web/panel/order/queries.ts';
import { Badge, StatusBadge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';

type Change = ReturnType<typeof useOrderChange>;

/** The state of an order, and the act for its current stage. */
export function NextPart({ order }: { order: AdminOrderDetail }) {
  const saving = useOrderChange(order, 'Error al guardar');
  const { waitsFor, dueOn, leaveBy } = order;
  const isAgain = order.reprint?.isUnderWay === true;
  const due = describeDue(order, dayOf(Date.now()));
  const Act = waitsFor && (acts[waitsFor] ?? MarkAct);
  const how = { isPickedUp: isPickedUp(order) };
  const hasDue =
    waitsFor !== null && !isAgain && !awaitsPickup(waitsFor, how) && Boolean(dueOn ?? leaveBy);
  const part = useRef<HTMLElement>(null);
  // The button of the finished act is gone; the next act's button must not get its focus.
  const stage = useRef(waitsFor);
  // After an act in another part the focus stays there.
  const isActing = useRef(false);
  const { isBusy } = saving;
  useLayoutEffect(() => {
    if (isBusy) isActing.current = true;
    if (stage.current === waitsFor) return;
    stage.current = waitsFor;
    const isLost = document.activeElement === document.body;
    if (isActing.current && isLost) part.current?.focus({ preventScroll: true });
    isActing.current = false;
  }, [waitsFor, isBusy]);
  return (
    <OpenPart title="Estado" outcome={saving.outcome} ref={part}>
      <Facts
        variant="tiles"
        facts={[
          ['Estado', <StatusBadge key="status" status={order.status} />],
          ['Espera', waitsFor && stageLabel(waitsFor, how)],
          ['Qué es', isAgain && <Badge tone="wait">Reimpresión</Badge>],
          [
            how.isPickedUp ? 'Plazo' : 'Despacho',
            hasDue && <Badge tone={due.tone}>{due.text}</Badge>,
          ],
          ['Cotización', order.quote ? describeQuote(order.quote) : null],
          ['Fecha', formatDateTime(order.createdAt)],
          ['Tipo', typeOf(order)],
        ]}
      />
      {order.quote && (
        <div className="row">
          <DownloadButton
            file={downloadQuote}
            of={{ params: { id: order.id }, fallbackName: `cotizacion-${order.id}.pdf` }}
            failure="Error al descargar la cotización"
          >
            Descargar cotización (PDF)
          </DownloadButton>
          {order.quoteUrl && order.quote.state === 'open' && (
            <CopyButton text={order.quoteUrl} label="Copiar el enlace de la cotización" />
          )}
        </div>
      )}
      {Act && <Act order={order} saving={saving} />}
    </OpenPart>
  );
}

const quoteStates: Readonly<Record<QuoteState, string>> = {
  open: 'Abierta',
  accepted: 'Aceptada',
  expired: 'Vencida',
  withdrawn: 'Retirada',
};

/** Returns such as `Abierta, vale hasta el 9/3/2026`. */
function describeQuote({ state, validUntil }: NonNullable<AdminOrderDetail['quote']>): string {
  const until = state === 'open' ? 'vale' : 'valía';
  return `${quoteStates[state]}, ${until} hasta el ${formatDay(validUntil)}`;
}

type ActProps = { order: AdminOrderDetail; saving: Change };

function PayAct({ order, saving: { isBusy, change } }: ActProps) {
  const body = { paidAt: dayOf(Date.now()), how: USUAL_PAYMENT };
  const open = openDepositOf(order);
  const record = (depositFirst?: boolean) =>
    void change((target) =>
      callAdmin(recordPayment, { ...target, body: { ...body, depositFirst } }),
    );
  return (
    <>
      <p className="soft">
        {order.receipt
          ? 'Llegó un comprobante: está en Pago. Revisa que el dinero esté en tu cuenta.'
          : 'Se anota hoy, por transferencia; otra fecha u otra forma se anotan en Pago.'}
      </p>
      <div className="row">
        {open > 0 && (
          <Button busy={isBusy} onClick={() => record(true)}>
            Anotar el abono de {formatPesos(open)}
          </Button>
        )}
        <Button busy={isBusy} variant={open > 0 ? 'secondary' : 'primary'} onClick={() => record()}>
          {order.deposit?.isPaid
            ? `Anotar el saldo de ${formatPesos(order.amountDue)}`
            : 'Marcar como pagado'}
        </Button>
      </div>
    </>
  );
}

/** The requested pictures, and a button to continue without them. */
function PictureAct({ order: { pictureRequest: request }, saving }: ActProps) {
  return (
    <>
      <p>
        Pediste otra versión
        {request && ` de ${namePictures(request.items)} el ${formatDateTime(request.at)}`}. Cuando
        llegue, el pedido sigue solo.
      </p>
      {request?.words && (
        <p className="soft" dir="auto">
          <q>{request.words}</q>
        </p>
      )}
      <div className="row">
        <Button
          variant="secondary"
          busy={saving.isBusy}
          onClick={() => void saving.change((target) => callAdmin(withdrawPictureRequest, target))}
        >
          Seguir sin otra imagen
        </Button>
      </div>
    </>
  );
}

function ProofAct({ order: { proof }, saving: { isBusy, change } }: ActProps) {
  const isWaiting = proof?.state === 'open';
  return (
    <>
      <p>{describeProof(proof, Date.now())}</p>
      {!isWaiting && (
        <div className="row">
          <Button
            busy={isBusy}
            onClick={() => void change((target) => callAdmin(sendProof, target))}
          >
            Pedir aprobación
          </Button>
        </div>
      )}
    </>
  );
}

/** The press sheet first; after it is saved, the mark. */
function PrintAct({ order, saving }: ActProps) {
  const [hasSheet, setHasSheet] = useState(false);
  return (
    <div className="row">
      <OrderSheet id={order.id} isDone={hasSheet} onDone={() => setHasSheet(true)} />
      <MarkButton
        mark="printed"
        variant={hasSheet ? 'primary' : 'secondary'}
        {...{ order, saving }}
      />
    </div>
  );
}

/** The mark that ends the stage, beside its papers. */
function MarkAct({ order, saving }: ActProps) {
  const act = order.waitsFor && STAGES[order.waitsFor].act;
  if (!act || isPayment(act)) return null;
  return (
    <div className="row">
      <MarkButton mark={act} {...{ order, saving }} />
      {ACTS[act].papers === 'parcel' && <ParcelPapers ids={[order.id]} />}
    </div>
  );
}

function PackAct(props: ActProps) {
  return (
    <>
      {isPickedUp(props.order) && (
        <p className="soft">
          {tellsBuyer(props.order, 'Le avisamos por correo a quien compró que puede retirarlo.')}
        </p>
      )}
      <MarkAct {...props} />
    </>
  );
}

/** An order that is picked up has no courier and no number. */
function LeaveAct({ order, saving }: ActProps) {
  if (!isPickedUp(order)) return <DispatchAct {...{ order, saving }} />;
  return (
    <>
      <p className="soft">
        {order.reprint
          ? 'Espera en la tienda.'
          : `Espera en la tienda. Al entregarlo queda en Completado. ${tellsBuyer(order)}`}
      </p>
      <MarkAct {...{ order, saving }} />
    </>
  );
}

function DispatchAct({ order, saving: { isBusy, change } }: ActProps) {
  const { id, reprint, deliveryData } = order;
  const shipping = reprint?.shipping ?? order.shipping;
  const start = {
    courier: shipping.courier ?? deliveryData.courier ?? usualCourier(),
    number: shipping.trackingNumber,
  };
  const [courier, setCourier] = useState(start.courier);
  const [tracking, setTracking] = useState(start.number ?? '');
  useUnsaved(tracking !== (start.number ?? ''));
  const send = async () => {
    const body = { courier: courier.trim() || null, tracking: tracking.trim() || null };
    storeCourier(body.courier);
    await change((target) => markOrder(target, 'dispatched', body));
  };
  return (
    <Form className={styles.form} onSend={send}>
      <ParcelFields
        courier={{ value: courier, onType: setCourier }}
        number={{ value: tracking, onType: setTracking }}
        isOptional
      />
      <p className={`${styles.wide} soft`}>
        {`${reprint ? '' : 'El pedido queda en Completado. '}${tellsBuyer(order)}`}
      </p>
      <div className={`row ${styles.wide}`}>
        <Button type="submit" busy={isBusy}>
          Marcar como despachado
        </Button>
        <ParcelPapers ids={[id]} />
      </div>
    </Form>
  );
}

/** The buyer's words, and the two possible answers. */
function CancelAct({ order, saving }: ActProps) {
  const { history } = order;
  const [reason, setReason] = useState('');
  useUnsaved(reason.trim() !== '');
  const warning = cancelWarning([order]);
  const words = history.findLast(({ action }) => action === 'cancel_requested')?.reason;
  const answer = (accept: boolean) =>
    saving.change((target) =>
      callAdmin(answerCancelRequest, { ...target, body: { accept, reason: reason.trim() } }),
    );
  return (
    <>
      <p>Quien compró pidió cancelar este pedido. Nada avanza hasta que contestes.</p>
      {words && (
        <p dir="auto">
          <q>{words}</q>
        </p>
      )}
      {warning && <p className="soft">{warning}</p>}
      <TextField
        label="Motivo"
        isOptional
        dir="auto"
        maxLength={ADMIN_LIMITS.reason}
        placeholder="Lo leerá quien compró, en su correo"
        value={reason}
        onType={setReason}
      />
      <div className="row">
        <Button busy={saving.isBusy} onClick={() => void answer(true)}>
          Cancelar el pedido
        </Button>
        <Button variant="secondary" disabled={saving.isBusy} onClick={() => void answer(false)}>
          Seguir con él
        </Button>
      </div>
    </>
  );
}

/** The buyer's link, while it is valid. */
function PicturesLink({ order: { picturesUrl } }: ActProps) {
  return (
    <>
      <p>
        Este pedido todavía no tiene imágenes. Quien compra las agrega con su enlace, y entonces el
        pedido sigue.
      </p>
      {picturesUrl && (
        <div className="row">
          <CopyButton text={picturesUrl} label="Copiar el enlace" />
        </div>
      )}
    </>
  );
}

type ActPart = (props: ActProps) => ReactElement | null;

/** The acts of each stage; by default only its mark. */
const acts: Record<Exclude<Stage, MarkedStage>, ActPart> & Partial<Record<Stage, ActPart>> = {
  cancellation: CancelAct,
  incomplete: PicturesLink,
  payment: PayAct,
  balance: PayAct,
  picture: PictureAct,
  proof: ProofAct,
  print: PrintAct,
  pack: PackAct,
  dispatch: LeaveAct,
};

type MarkButtonProps = ActProps & { mark: Mark; variant?: 'primary' | 'secondary' };

function MarkButton({ mark, variant = 'primary', order, saving }: MarkButtonProps) {
  const { isBusy, change } = saving;
  return (
    <Button
      variant={variant}
      busy={isBusy}
      onClick={() => void change((target) => markOrder(target, mark, {}))}
    >
      Marcar como {actTexts(mark, { isPickedUp: isPickedUp(order) }).label.toLowerCase()}
    </Button>
  );
}

function markOrder({ params, version }: Target, mark: Mark, body: Partial<Parcel>) {
  return callAdmin(setMark, { params: { ...params, mark }, version, body });
}
