import { type ReactNode, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { toBody } from '#contract/delivery/delivery.ts';
import { billedPrice } from '#contract/orders/bill.ts';
import { acceptQuote, viewQuote } from '#contract/orders/quotes.ts';
import { formatLongDay } from '#domain/base/dates.ts';
import { emptyDelivery } from '#domain/delivery/delivery.ts';
import type { QuoteState } from '#domain/orders/quote.ts';
import { groupPins } from '#domain/pins/choice.ts';
import { DeliveryForm } from '#web/features/delivery/DeliveryForm.tsx';
import type { DeliveryStage } from '#web/features/delivery/use-delivery-form.ts';
import { OrderTerms } from '#web/features/legal/OrderTerms.tsx';
import { BillLines } from '#web/features/orders/BillLines.tsx';
import { DepositNote } from '#web/features/payments/DepositNote.tsx';
import { callApi } from '#web/lib/api.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { openLink } from '#web/lib/overlays.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkWindow } from '#web/ui/LinkWindow.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { WriteUs } from '#web/ui/WriteUs.tsx';

const NO_ANSWER = 'No pudimos abrir tu cotización. Revisa tu conexión e intenta de nuevo.';
/** The shipping's price is quoted, whatever the address. */
const NOWHERE = { region: '', city: '' };
const ACCEPTED = { text: '✅ Cotización aceptada', ms: 1000 };

type Quote = z.infer<typeof viewQuote.answer>['quote'];
type Accepted = z.infer<typeof acceptQuote.answer>;

const view = (token: string) => callApi(viewQuote, { body: { token } });

/** A quote, which the buyer accepts with the delivery's data; its pictures follow by a link. */
export function QuoteDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <LinkWindow
      {...{ token, view, onClose }}
      title="Tu cotización"
      isForm
      lines={8}
      lost={NO_ANSWER}
    >
      {({ quote }) => <QuotePage token={token} quote={quote} />}
    </LinkWindow>
  );
}

function QuotePage({ token, quote }: { token: string; quote: Quote }) {
  const formId = useId();
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const [isDone, setDone] = useState(false);
  const [isTyped, setTyped] = useState(false);
  useUnsaved(isTyped && accepted === null);
  const { deposit } = usePageConfig();
  const ended = endedTexts[quote.state];
  if (accepted && isDone) return <Thanks accepted={accepted} />;
  return (
    <>
      <p>
        Cotización <strong>{quote.orderId}</strong>
        {!ended && `, vale hasta el ${formatLongDay(quote.validUntil)}`}
      </p>
      <BillLines view="panel" bill={billedPrice(quote.pricing, NOWHERE, groupPins(quote.items))} />
      {ended ? (
        <Notice tone="info">{ended}</Notice>
      ) : (
        <>
          <p>Al aceptarla queda como pedido a este precio. Tus imágenes las agregas después.</p>
          {deposit && <DepositNote total={quote.pricing.totalAmount} rule={deposit} />}
          <DeliveryForm
            formId={formId}
            initial={emptyDelivery}
            signedIn={false}
            isQuoted
            success={ACCEPTED}
            send={async (form) => {
              const body = { token, deliveryData: toBody(form) };
              setAccepted(await callApi(acceptQuote, { body }));
            }}
            onEdit={() => setTyped(true)}
            onStage={setStage}
            onComplete={() => setDone(true)}
          />
          <OrderTerms button="Aceptar cotización" />
          <Actions>
            <Button
              type="submit"
              form={formId}
              busy={stage === 'sending'}
              disabled={stage !== 'typing'}
            >
              Aceptar cotización
            </Button>
          </Actions>
        </>
      )}
    </>
  );
}

const endedTexts: Readonly<Record<QuoteState, ReactNode>> = {
  open: null,
  accepted:
    'Esta cotización ya se aceptó: el pedido está en marcha. Síguelo con el enlace que te enviamos por correo.',
  expired: (
    <>
      Esta cotización venció. <WriteUs>Escríbenos</WriteUs> y la hacemos de nuevo.
    </>
  ),
  withdrawn: (
    <>
      Esta cotización ya no está disponible. <WriteUs>Escríbenos</WriteUs> si la necesitas.
    </>
  ),
};

function Thanks({ accepted: { order, token, link } }: { accepted: Accepted }) {
  const adding = link?.split('#pedido=')[1];
  return (
    <>
      <Notice ref={takeFocus} tone="success" tabIndex={-1}>
        ¡Gracias! Tu pedido {order.id} quedó hecho. {adding && 'Faltan tus imágenes.'}
      </Notice>
      <Button onClick={() => openLink({ name: 'order', token: adding ?? token })}>
        {adding ? 'Agregar mis imágenes' : 'Ver mi pedido'}
      </Button>
    </>
  );
}
