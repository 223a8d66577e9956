import { useState } from 'react';
import { LinkTrouble, useLink } from '#web/features/orders/use-link.tsx';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { RepeatDialog } from './RepeatDialog.tsx';
import { listShownOrders, type ShownOrder } from './shown-order.ts';

const NOT_FOUND = 'No encontramos este pedido entre los de tu cuenta.';
const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

/** Returns the account's order of this number; null when it has none. */
async function findOwnOrder(id: string): Promise<ShownOrder | null> {
  for (let cursor: string | null = null; ; ) {
    const path: string = fillPath(listShownOrders.path, {}, { cursor, limit: '50' });
    const page: { orders: ShownOrder[]; nextCursor: string | null } = await callApi({
      ...listShownOrders,
      path,
    });
    const order = page.orders.find((each) => each.id === id);
    if (order || page.nextCursor === null) return order ?? null;
    cursor = page.nextCursor;
  }
}

type Props = { id: string; onClose: () => void };

/** 'Repetir pedido' for the account that placed it: a slip's code leads here. */
export function RepeatLink({ id, onClose }: Props) {
  const account = accountOf(useAccountState());
  if (account) return <OwnOrder key={account.uid} id={id} onClose={onClose} />;
  return (
    <Dialog title="Repetir pedido" width="narrow" onClose={onClose}>
      <p>Inicia sesión con la cuenta del pedido {id} y lo repites con tus mismas imágenes.</p>
      <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
    </Dialog>
  );
}

function OwnOrder({ id, onClose }: Props) {
  const { finding, look } = useLink(id, findOwnOrder);
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const isFound = finding.name === 'found';
  if (isFound && finding.found) {
    return (
      <Queries>
        <RepeatDialog
          order={finding.found}
          orderKey={key}
          onTaken={() => setKey(crypto.randomUUID())}
          begun={null}
          onBack={onClose}
          onClose={onClose}
          onDone={onClose}
        />
      </Queries>
    );
  }
  return (
    <Dialog title="Repetir pedido" width="narrow" onClose={onClose}>
      {finding.name === 'looking' && <Skeleton lines={3} height="9rem" />}
      {isFound && <LinkTrouble text={NOT_FOUND} onClose={onClose} />}
      {finding.name === 'dead' && <LinkTrouble text={finding.text} onClose={onClose} />}
      {finding.name === 'lost' && <LinkTrouble text={NO_ANSWER} onRetry={look} />}
    </Dialog>
  );
}
