import { viewProof } from '#contract/proofs.ts';
import { callApi } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { LinkTrouble } from '../LinkTrouble.tsx';
import { useLink } from '../use-link.ts';
import { ProofAnswer } from './ProofAnswer.tsx';
import { ProofPins } from './ProofPins.tsx';
import type { ShownProof } from './shown-proof.ts';

const NO_ANSWER = 'No pudimos abrir la prueba. Revisa tu conexión e intenta de nuevo.';

const viewShownProof = (token: string): Promise<ShownProof> =>
  callApi(viewProof, { body: JSON.stringify({ token }) });

type Props = { token: string; onClose: () => void };

export function ProofDialog({ token, onClose }: Props) {
  const { finding, look, show } = useLink(token, viewShownProof);
  if (finding.name === 'found') {
    const proof = finding.found;
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
          onAnswered={(state) => show({ ...proof, state, answeredAt: new Date().toISOString() })}
          onStale={look}
        />
      </FormDialog>
    );
  }
  const isLooking = finding.name === 'looking';
  return (
    <Dialog title="Prueba de tu pedido" width={isLooking ? 'wide' : 'narrow'} onClose={onClose}>
      {isLooking && <Skeleton lines={2} height="16rem" />}
      {finding.name === 'dead' && <LinkTrouble text={finding.text} onClose={onClose} />}
      {finding.name === 'lost' && <LinkTrouble text={NO_ANSWER} onRetry={look} />}
    </Dialog>
  );
}
