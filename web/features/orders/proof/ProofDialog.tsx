import { useEffect, useState } from 'react';
import { viewProof } from '#contract/proofs.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProofAnswer } from './ProofAnswer.tsx';
import { ProofPins } from './ProofPins.tsx';
import type { ShownProof } from './shown-proof.ts';

const NO_ANSWER = 'No pudimos abrir la prueba. Revisa tu conexión e intenta de nuevo.';

type Finding =
  | { name: 'looking' | 'lost' }
  | { name: 'dead'; text: string }
  | { name: 'found'; proof: ShownProof };

async function find(token: string): Promise<Finding> {
  try {
    const proof = await callApi(viewProof, { body: JSON.stringify({ token }) });
    return { name: 'found', proof };
  } catch (error) {
    const isDead = error instanceof Refusal && error.status !== 429;
    return isDead ? { name: 'dead', text: error.message } : { name: 'lost' };
  }
}

type Props = { token: string; onClose: () => void };

/** What a proof's mail asks, without an account: the pins as they will be printed, yes or no. */
export function ProofDialog({ token, onClose }: Props) {
  const [finding, setFinding] = useState<Finding>({ name: 'looking' });
  const isLooking = finding.name === 'looking';
  useEffect(() => {
    if (!isLooking) return;
    let isWanted = true;
    void find(token).then((found) => isWanted && setFinding(found));
    return () => {
      isWanted = false;
    };
  }, [token, isLooking]);

  if (finding.name === 'found') {
    const { proof } = finding;
    return (
      <FormDialog
        title="Así quedarán tus pines"
        subtitle={`Pedido ${proof.orderId}`}
        width="wide"
        closesOnBackdrop={false}
        onClose={onClose}
      >
        <ProofPins items={proof.items} />
        <ProofAnswer
          token={token}
          proof={proof}
          onAnswered={(state) => {
            const answeredAt = new Date().toISOString();
            setFinding({ name: 'found', proof: { ...proof, state, answeredAt } });
          }}
          onStale={() => setFinding({ name: 'looking' })}
        />
      </FormDialog>
    );
  }
  return (
    <Dialog title="Prueba de tu pedido" width={isLooking ? 'wide' : 'narrow'} onClose={onClose}>
      {isLooking && <Skeleton lines={2} height="16rem" />}
      {finding.name === 'dead' && (
        <>
          <Notice tone="error">{finding.text}</Notice>
          <Button onClick={onClose}>Entendido</Button>
        </>
      )}
      {finding.name === 'lost' && (
        <>
          <Notice tone="error">{NO_ANSWER}</Notice>
          <Button onClick={() => setFinding({ name: 'looking' })}>Reintentar</Button>
        </>
      )}
    </Dialog>
  );
}
