import { useEffect, useState } from 'react';
import { type Order, viewOrder } from '#contract/orders.ts';
import { callApi, Refusal } from '#web/app/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { OrderDetail } from '../order/OrderDetail.tsx';
import { closeOverlay } from '../overlays.ts';

const WRONG_LINK =
  'Este enlace no abre ningún pedido. Revisa que esté completo, tal como llegó en tu correo, o escríbenos.';
const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

type Finding = { name: 'looking' | 'lost' | 'wrong' } | { name: 'found'; order: Order };

async function find(token: string): Promise<Finding> {
  try {
    const { order } = await callApi(viewOrder, { body: JSON.stringify({ token }) });
    return { name: 'found', order };
  } catch (error) {
    const isWrong = error instanceof Refusal && error.status !== 429;
    return { name: isWrong ? 'wrong' : 'lost' };
  }
}

/** The order that a mail's link stands for, without an account. */
export function OrderLinkDialog({ token }: { token: string }) {
  const [tries, setTries] = useState(0);
  return (
    <Dialog title="Detalle del Pedido" onClose={closeOverlay}>
      <LinkedOrder key={tries} token={token} onRetry={() => setTries(tries + 1)} />
    </Dialog>
  );
}

function LinkedOrder({ token, onRetry }: { token: string; onRetry: () => void }) {
  const [finding, setFinding] = useState<Finding>({ name: 'looking' });
  useEffect(() => {
    let isWanted = true;
    void find(token).then((found) => isWanted && setFinding(found));
    return () => {
      isWanted = false;
    };
  }, [token]);

  switch (finding.name) {
    case 'looking':
      return <Skeleton lines={3} height="9rem" />;
    case 'found':
      return <OrderDetail order={finding.order} />;
    case 'wrong':
      return <Notice tone="error">{WRONG_LINK}</Notice>;
    case 'lost':
      return (
        <>
          <Notice tone="error">{NO_ANSWER}</Notice>
          <div>
            <Button onClick={onRetry}>Reintentar</Button>
          </div>
        </>
      );
  }
}
