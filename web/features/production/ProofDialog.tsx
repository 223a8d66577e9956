import { useState } from 'react';
import { undoProofAnswer, viewProof } from '#contract/production/proofs.ts';
import { formatDate } from '#domain/base/dates.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { LinkState, useLink } from '#web/ui/LinkWindow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useTask } from '#web/ui/use-task.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { OpenProof } from './proof/OpenProof.tsx';
import styles from './proof/Proof.module.css';
import { ProofPins, type ShownProof } from './proof/ProofPins.tsx';

const NO_ANSWER = 'No pudimos abrir la prueba. Revisa tu conexión e intenta de nuevo.';

const viewShownProof = (token: string): Promise<ShownProof> =>
  callApi(viewProof, { body: { token } });

type Props = { token: string; onClose: () => void };

export function ProofDialog({ token, onClose }: Props) {
  const link = useLink(token, viewShownProof);
  const { finding, look, show } = link;
  if (finding.name === 'found') {
    const proof = finding.found;
    return (
      <FormDialog
        title="Así quedarán tus pines"
        subtitle={`Pedido ${proof.orderId}`}
        width="wide"
        onClose={onClose}
      >
        {proof.state === 'open' ? (
          <OpenProof token={token} proof={proof} onAnswered={show} onStale={look} />
        ) : (
          <AnsweredProof key={proof.answeredAt} token={token} proof={proof} onUndone={look} />
        )}
      </FormDialog>
    );
  }
  const isLooking = finding.name === 'looking';
  return (
    <Dialog title="Prueba de tu pedido" width={isLooking ? 'wide' : 'narrow'} onClose={onClose}>
      <LinkState link={link} lines={2} height="16rem" lost={NO_ANSWER} onClose={onClose} />
    </Dialog>
  );
}

type AnsweredProps = { token: string; proof: ShownProof; onUndone: () => void };

/** The answer, which can be undone for a minute. */
function AnsweredProof({ token, proof, onUndone }: AnsweredProps) {
  const { items, state, answeredAt, undoMs, isUnpaid, isPickedUp } = proof;
  const next = isPickedUp ? 'estén listos para retirar' : 'vayan en camino';
  const told = isUnpaid
    ? `Los imprimimos apenas confirmemos tu pago, y te avisaremos cuando ${next}.`
    : `Te avisaremos cuando ${next}.`;
  const [canUndo, setCanUndo] = useState(undoMs > 0);
  useTimeout(canUndo, undoMs, () => setCanUndo(false));
  const undo = useTask(async () => {
    await callApi(undoProofAnswer, { body: { token } });
    onUndone();
  });
  const day = formatDate(answeredAt);
  return (
    <>
      {/* The answer was given below the pins, and its confirmation is above them. */}
      <Notice ref={takeFocus} tone={state === 'approved' ? 'success' : 'info'} tabIndex={-1}>
        {state === 'approved'
          ? `Aprobaste estos pines el ${day}. ¡Gracias! ${told}`
          : `Pediste cambios el ${day}. Los veremos y te enviaremos otra prueba por correo.`}
      </Notice>
      <Problem error={undo.error} />
      {canUndo && !(undo.error instanceof Refusal) && (
        <p className={`row ${styles.undo}`}>
          Tienes un minuto para cambiar tu respuesta.{' '}
          <Button variant="secondary" busy={undo.isBusy} onClick={undo.run}>
            Cambiar mi respuesta
          </Button>
        </p>
      )}
      <ProofPins items={items} />
    </>
  );
}
