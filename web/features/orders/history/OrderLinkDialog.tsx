import { useEffect, useState } from 'react';
import { PROOF_TOKEN_PREFIX } from '#domain/proofs.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { type ShownOrder, viewShownOrder } from './shown-order.ts';

const WRONG_LINK =
  'Este enlace no abre ningún pedido. Revisa que esté completo, tal como llegó en tu correo, o escríbenos.';
const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

type Finding = { name: 'looking' | 'lost' | 'wrong' } | { name: 'found'; order: ShownOrder };

async function find(token: string): Promise<Finding> {
  try {
    const { order } = await callApi(viewShownOrder, { body: JSON.stringify({ token }) });
    return { name: 'found', order };
  } catch (error) {
    const isWrong = error instanceof Refusal && error.status !== 429;
    return { name: isWrong ? 'wrong' : 'lost' };
  }
}

type Props = { token: string; onClose: () => void };

/** What a mail's link stands for, without an account: an order, or a proof of it. */
export function OrderLinkDialog(props: Props) {
  const isProof = props.token.startsWith(PROOF_TOKEN_PREFIX);
  return isProof ? <ProofDialog {...props} /> : <LinkedOrder {...props} />;
}

function LinkedOrder({ token, onClose }: Props) {
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
  const isLost = finding.name === 'lost' || finding.name === 'wrong';

  return (
    <Dialog title="Detalle del Pedido" width={isLost ? 'narrow' : 'medium'} onClose={onClose}>
      {isLooking && <Skeleton lines={3} height="9rem" />}
      {finding.name === 'found' && <OrderDetail order={finding.order} token={token} />}
      {finding.name === 'wrong' && (
        <>
          <Notice tone="error">{WRONG_LINK}</Notice>
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
