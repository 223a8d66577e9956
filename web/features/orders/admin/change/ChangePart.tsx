import { useState } from 'react';
import { answerChange } from '#contract/aftersales/change-requests.ts';
import { ADMIN_LIMITS, type AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import { askForMorePictures, askForPictures } from '#domain/orders/chat.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { isRefunded } from '#web/features/payments/refund-texts.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader } from '#web/lib/loader.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import orderStyles from '#web/panel/order/Order.module.css';
import { isOrdered } from '#web/panel/order/order-texts.ts';
import { OpenPart } from '#web/panel/order/Part.tsx';
import { type ActProps, changeOrThrow, useOrderChange } from '#web/panel/order/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Check } from '#web/ui/Check.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import styles from './Change.module.css';

type Props = { order: AdminOrderDetail };

const changing = createLoader('change of an order', () => import('./ChangeWindow.tsx'));

/** What the buyer asked to change, and the owner's button to change the order until it is made. */
export function ChangePart({ order }: Props) {
  const { changeRequest: request, status, marks } = order;
  const [open, setOpen] = useState<'change' | 'answer' | null>(null);
  const { outcome, change } = useOrderChange(order, 'Error al cambiar el pedido');
  const isMade = keysOf(marks).some((mark) => marks[mark] !== null);
  const mayChange = isUnderWay(status) && !isMade && isOrdered(order);
  if (!(mayChange || request?.isOpen)) return null;
  const close = () => setOpen(null);
  return (
    <OpenPart title="Cambios" outcome={outcome}>
      <div className={`stack-3 ${styles.part}`}>
        {request?.isOpen && <Requested request={request} />}
        <div className="row">
          {mayChange && (
            <Button
              variant={request?.isOpen ? 'primary' : 'secondary'}
              onClick={() => setOpen('change')}
            >
              Cambiar pedido
            </Button>
          )}
          {request?.isOpen ? (
            <Button variant="secondary" onClick={() => setOpen('answer')}>
              Contestar el cambio
            </Button>
          ) : (
            <PicturesAsker order={order} />
          )}
        </div>
      </div>
      {open === 'change' && (
        <Loaded loader={changing} onGiveUp={close}>
          {({ ChangeWindow }) => <ChangeWindow order={order} change={change} onClose={close} />}
        </Loaded>
      )}
      {open === 'answer' && <AnswerWindow order={order} change={change} onClose={close} />}
    </OpenPart>
  );
}

/** Sends the buyer a link where pictures are added: the order's, or that of one without any. */
function PicturesAsker({ order }: Props) {
  const { name: shopName } = usePageConfig().shop;
  const { id, deliveryData, orderUrl, picturesUrl } = order;
  const topic = { shopName, fullName: deliveryData.fullName, orderId: id };
  const words = picturesUrl
    ? askForPictures(topic, picturesUrl)
    : askForMorePictures(topic, orderUrl);
  const wanted = picturesUrl ? 'las fotos' : 'más fotos';
  const chat = whatsappUrl(deliveryData.phone, words);
  return (
    <>
      {chat && (
        <ButtonLink href={chat} target="_blank" rel="noreferrer">
          Pedir {wanted} por WhatsApp
        </ButtonLink>
      )}
      <CopyButton text={words} label="Copiar el mensaje" hidden={`que pide ${wanted}`} />
    </>
  );
}

type Request = NonNullable<AdminOrderDetail['changeRequest']>;

function Requested({ request: { at, words, images } }: { request: Request }) {
  return (
    <>
      <h3 className={orderStyles.title}>Piden un cambio</h3>
      <p>Quien compró lo pidió el {formatDateTime(at)}:</p>
      {words && (
        <p className={orderStyles.words} dir="auto">
          <q>{words}</q>
        </p>
      )}
      {images.length > 0 && (
        <ul className={`row ${styles.sent}`} aria-label="Imágenes que mandó">
          {images.map(({ imageUrl, thumbnailUrl, originalName }, at) => (
            <li key={`${imageUrl} ${String(at)}`}>
              <a href={imageUrl} target="_blank" rel="noreferrer">
                <img className={styles.thumb} src={thumbnailUrl} alt={originalName} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function AnswerWindow({ order, change, onClose }: ActProps) {
  const canDo = isUnderWay(order.status) && !isRefunded(order);
  const send = async (accepted: boolean, words: string) => {
    const body = { accepted, words: words.trim() || null };
    await changeOrThrow(change, (target) => callAdmin(answerChange, { ...target, body }));
    onClose();
  };
  const form = useForm({
    initial: { words: '', accepted: canDo },
    check: () => ({}),
    send: ({ words, accepted }) => send(accepted, words),
  });
  return (
    <SendDialog
      title="Contestar el cambio"
      subtitle={`Pedido ${order.id}`}
      label="Enviar respuesta"
      form={form}
      isTyped={form.values.words !== ''}
      onClose={onClose}
    >
      {canDo ? (
        <fieldset className={`stack-3 ${styles.answers}`}>
          <legend>¿Haces el cambio?</legend>
          {([true, false] as const).map((accepted) => (
            <Check
              key={String(accepted)}
              type="radio"
              name="accepted"
              checked={form.values.accepted === accepted}
              onToggle={() => form.edit({ accepted })}
            >
              {accepted ? 'Sí, lo hago' : 'No se puede'}
            </Check>
          ))}
        </fieldset>
      ) : (
        <p>
          El pedido ya salió, se canceló o su dinero se devolvió: le decimos que el cambio no se
          puede hacer.
        </p>
      )}
      <TextArea
        label="Mensaje"
        isOptional
        hint={`Lo lee quien compró, en su correo y en la página del pedido.${canDo ? ' El pedido lo cambias tú, con «Cambiar pedido»' : ''}`}
        rows={3}
        maxLength={ADMIN_LIMITS.reason}
        {...form.field('words')}
      />
    </SendDialog>
  );
}
