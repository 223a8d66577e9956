import { useEffect } from 'react';
import { ADD_TOKEN_PREFIX, PICTURE_TOKEN_PREFIX } from '#domain/images.ts';
import { PROOF_TOKEN_PREFIX } from '#domain/proofs.ts';
import { keepOpenOrder } from '#web/features/orders/kept-order.ts';
import { LinkTrouble, useLink } from '#web/features/orders/use-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { REPEAT_TOKEN_PREFIX } from '#web/lib/overlays.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AddPicturesDialog } from '../pictures/AddPicturesDialog.tsx';
import { PictureLinkDialog } from '../pictures/PictureLinkDialog.tsx';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { RepeatLink } from './RepeatLink.tsx';
import { type ShownOrder, viewShownOrder } from './shown-order.ts';

const WRONG_LINK =
  'Este enlace no abre ningún pedido. Revisa que esté completo, tal como llegó en tu correo, o escríbenos.';
const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

const viewOrder = async (token: string): Promise<ShownOrder> =>
  (await callApi(viewShownOrder, { body: JSON.stringify({ token }) })).order;

type Props = { token: string; onClose: () => void };

/** What a mail's link stands for, without an account: an order, or a proof of it. */
export function OrderLinkDialog(props: Props) {
  useKept(props.token);
  if (props.token.startsWith(REPEAT_TOKEN_PREFIX)) {
    return (
      <RepeatLink id={props.token.slice(REPEAT_TOKEN_PREFIX.length)} onClose={props.onClose} />
    );
  }
  if (props.token.startsWith(ADD_TOKEN_PREFIX)) return <AddPicturesDialog {...props} />;
  if (props.token.startsWith(PICTURE_TOKEN_PREFIX)) return <PictureLinkDialog {...props} />;
  const isProof = props.token.startsWith(PROOF_TOKEN_PREFIX);
  return isProof ? <ProofDialog {...props} /> : <LinkedOrder {...props} />;
}

/** Keeps the window for a reload of this tab. */
function useKept(token: string) {
  useEffect(() => {
    keepOpenOrder(token);
    return () => keepOpenOrder(null);
  }, [token]);
}

function LinkedOrder({ token, onClose }: Props) {
  const { finding, look, show } = useLink(token, viewOrder);
  const isShort = finding.name === 'lost' || finding.name === 'dead';
  return (
    <Dialog title="Detalle del Pedido" width={isShort ? 'narrow' : 'medium'} onClose={onClose}>
      {finding.name === 'looking' && <Skeleton lines={3} height="9rem" />}
      {finding.name === 'found' && (
        <OrderDetail order={finding.found} token={token} onUpdated={show} />
      )}
      {finding.name === 'dead' && <LinkTrouble text={WRONG_LINK} onClose={onClose} />}
      {finding.name === 'lost' && <LinkTrouble text={NO_ANSWER} onRetry={look} />}
    </Dialog>
  );
}
