import { useEffect, useState } from 'react';
import { ADD_TOKEN_PREFIX, PICTURE_TOKEN_PREFIX, QUOTE_TOKEN_PREFIX } from '#domain/pins/images.ts';
import { maskAddress, maskName, maskPhone } from '#domain/privacy/masking.ts';
import { PROOF_TOKEN_PREFIX } from '#domain/production/proofs.ts';
import { AddPicturesDialog } from '#web/features/production/AddPicturesDialog.tsx';
import { PictureLinkDialog } from '#web/features/production/PictureLinkDialog.tsx';
import { ProofDialog } from '#web/features/production/ProofDialog.tsx';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { keepOpenOrder, readTyped } from '#web/lib/kept-order.ts';
import { newKey } from '#web/lib/new-key.ts';
import { openProfile, REPEAT_TOKEN_PREFIX } from '#web/lib/overlays.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { listShownOrders, type ShownOrder, viewShownOrder } from '#web/lib/shown-order.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkState, LinkTrouble, LinkWindow, useLink } from '#web/ui/LinkWindow.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { QuoteDialog } from './QuoteDialog.tsx';
import { RepeatDialog } from './RepeatDialog.tsx';

const WRONG_LINK =
  'Este enlace no abre ningún pedido. Revisa que esté completo, tal como llegó en tu correo, o escríbenos.';
const NO_ANSWER = 'No pudimos abrir tu pedido. Revisa tu conexión e intenta de nuevo.';

const viewOrder = async (token: string): Promise<ShownOrder> =>
  (await callApi(viewShownOrder, { body: { token } })).order;

type Props = { token: string; onClose: () => void };

/** Opens a mail's link without an account: an order, or its proof. */
export function OrderLinkDialog(props: Props) {
  useKept(props.token);
  if (props.token.startsWith(REPEAT_TOKEN_PREFIX)) {
    return (
      <RepeatLink id={props.token.slice(REPEAT_TOKEN_PREFIX.length)} onClose={props.onClose} />
    );
  }
  if (props.token.startsWith(ADD_TOKEN_PREFIX)) return <AddPicturesDialog {...props} />;
  if (props.token.startsWith(QUOTE_TOKEN_PREFIX)) return <QuoteDialog {...props} />;
  if (props.token.startsWith(PICTURE_TOKEN_PREFIX)) return <PictureLinkDialog {...props} />;
  const isProof = props.token.startsWith(PROOF_TOKEN_PREFIX);
  return isProof ? <ProofDialog {...props} /> : <LinkedOrder {...props} />;
}

/** Stores the token, so that a reload of this tab opens the window again. */
function useKept(token: string) {
  useEffect(() => {
    keepOpenOrder(token);
    return () => keepOpenOrder(null);
  }, [token]);
}

function LinkedOrder({ token, onClose }: Props) {
  const account = accountOf(useAccountState());
  return (
    <LinkWindow
      {...{ token, onClose }}
      title="Detalle del Pedido"
      view={viewOrder}
      lines={8}
      dead={WRONG_LINK}
      lost={NO_ANSWER}
    >
      {(order, show) => (
        <>
          <OrderDetail order={withTyped(order, token)} token={token} onUpdated={show} />
          {account && (
            <Button variant="quiet" onClick={() => openProfile('orders')}>
              Ver todos mis pedidos
            </Button>
          )}
        </>
      )}
    </LinkWindow>
  );
}

/** Shows what was typed in this tab, unless the shop has corrected it. */
function withTyped(order: ShownOrder, token: string): ShownOrder {
  const typed = readTyped(token);
  const { deliveryData } = order;
  const isSame =
    typed &&
    maskName(typed.fullName) === deliveryData.fullName &&
    maskPhone(typed.phone) === deliveryData.phone &&
    maskAddress(typed.address) === deliveryData.address;
  return isSame ? { ...order, deliveryData: { ...deliveryData, ...typed } } : order;
}

const NOT_FOUND = 'No encontramos este pedido entre los de tu cuenta.';

/** Returns the account's order with this number, or null. */
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

type RepeatProps = { id: string; onClose: () => void };

/** 'Repetir pedido' for the account that placed it: the target of the QR code on packing slips. */
function RepeatLink({ id, onClose }: RepeatProps) {
  const account = accountOf(useAccountState());
  if (account) return <OwnOrder key={account.uid} id={id} onClose={onClose} />;
  return (
    <Dialog title="Repetir pedido" width="narrow" onClose={onClose}>
      <p>Inicia sesión con la cuenta del pedido {id} y lo repites con tus mismas imágenes.</p>
      <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
    </Dialog>
  );
}

function OwnOrder({ id, onClose }: RepeatProps) {
  const link = useLink(id, findOwnOrder);
  const { finding } = link;
  const [key, setKey] = useState(newKey);
  const isFound = finding.name === 'found';
  if (isFound && finding.found) {
    return (
      <Queries>
        <RepeatDialog
          order={finding.found}
          orderKey={key}
          onTaken={() => setKey(newKey())}
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
      {isFound && <LinkTrouble text={NOT_FOUND} onClose={onClose} />}
      <LinkState link={link} lost={NO_ANSWER} onClose={onClose} />
    </Dialog>
  );
}
