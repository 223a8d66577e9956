import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { recordApproval, sendProof } from '#contract/production/proofs.ts';
import { formatDate, formatDateTime } from '#domain/base/dates.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import {
  APPROVAL_CHANNELS,
  type ApprovalChannel,
  CHANNEL_LABELS,
  PROOF_LIMITS,
} from '#domain/production/proofs.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import styles from '#web/panel/order/Order.module.css';
import { Part } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, SelectField, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { proofBadges } from './board-texts.ts';

export function ProofPart({ order }: { order: AdminOrderDetail }) {
  const { proof, status } = order;
  const settings = useSettings();
  const mode = settings.data?.environment.proofs;
  const [isRecording, setRecording] = useState(false);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la prueba');
  const send = async () => {
    setRecording(false);
    await change((target) => callAdmin(sendProof, target));
  };
  const record = async (body: { channel: ApprovalChannel; givenBy: string }) => {
    const { tone } = await change((target) => callAdmin(recordApproval, { ...target, body }));
    if (tone === 'success') setRecording(false);
  };
  // Nothing is offered until the mode is known: with 'off' the shop refuses it.
  const mayAsk = isUnderWay(status) && !settings.isPending && mode !== 'off';
  if (mode === 'off' && !proof) return null;
  return (
    <Part
      title="Prueba"
      brief={proof ? proofBadges[proof.state].text : 'Sin pedir'}
      isEmpty={!proof}
      outcome={outcome}
    >
      <p>{describeProof(proof, Date.now())}</p>
      {proof?.words && <p dir="auto">“{proof.words}”</p>}
      {proof?.state === 'approved' && (
        <p className="soft">Huella de lo aprobado: {proof.hash.slice(0, 12)}</p>
      )}
      {mayAsk && !isRecording && (
        <div className="row">
          {mailboxOf(order) !== null && (
            <Button variant="secondary" busy={isBusy} onClick={() => void send()}>
              {proof ? 'Enviar otra prueba' : 'Enviar prueba'}
            </Button>
          )}
          {proof?.state !== 'approved' && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setRecording(true)}>
              Registrar aprobación
            </Button>
          )}
        </div>
      )}
      {mayAsk && isRecording && (
        <Recording
          buyer={order.deliveryData.fullName}
          isBusy={isBusy}
          onRecord={(body) => void record(body)}
          onCancel={() => setRecording(false)}
        />
      )}
    </Part>
  );
}

type RecordingProps = {
  buyer: string;
  isBusy: boolean;
  onRecord: (body: { channel: ApprovalChannel; givenBy: string }) => void;
  onCancel: () => void;
};

/** Who approved the pins, and how; the shop records who entered it and when. */
function Recording({ buyer, isBusy, onRecord, onCancel }: RecordingProps) {
  const [channel, setChannel] = useState<ApprovalChannel>('phone');
  const [givenBy, setGivenBy] = useState(buyer);
  useUnsaved(givenBy !== buyer);
  return (
    <Form className={styles.form} onSend={() => onRecord({ channel, givenBy: givenBy.trim() })}>
      <TextField
        label="Quién aprobó"
        dir="auto"
        required
        maxLength={PROOF_LIMITS.givenBy}
        value={givenBy}
        onType={setGivenBy}
      />
      <SelectField
        label="Cómo"
        value={channel}
        options={APPROVAL_CHANNELS.map((each) => [each, CHANNEL_LABELS[each]])}
        onPick={setChannel}
      />
      <div className={`row ${styles.wide}`}>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Registrar
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </Form>
  );
}

/** Returns the state of an order's proof as a sentence; `now` in milliseconds since 1970. */
export function describeProof(proof: AdminOrderDetail['proof'], now: number): string {
  if (!proof) return 'Nadie ha pedido la aprobación de este pedido.';
  const { state, sentAt, answeredAt, expiresAt, remindedAt } = proof;
  switch (state) {
    case 'approved':
      return `Aprobada el ${formatDateTime(answeredAt)}.`;
    case 'changes':
      return `Piden cambios desde el ${formatDateTime(answeredAt)}: ajusta la imagen y envía otra prueba.`;
    case 'void':
      return 'Anulada: una imagen cambió después. Envía otra prueba.';
    case 'replaced':
      return 'Reemplazada por otra.';
    case 'open':
      if (expiresAt !== null && Date.parse(expiresAt) <= now) {
        return `Enviada el ${formatDateTime(sentAt)}, sin respuesta: el enlace venció el ${formatDate(expiresAt)}.`;
      }
      return `Enviada el ${formatDateTime(sentAt)}, sin respuesta${remindedAt ? `; la recordamos el ${formatDate(remindedAt)}` : ''}. El enlace vence el ${formatDate(expiresAt)}.`;
  }
}
