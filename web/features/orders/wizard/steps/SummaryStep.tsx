import { describePromise } from '#domain/delivery/way-texts.ts';
import { DayPart } from '#web/features/delivery/DayPart.tsx';
import { DeliveryFacts } from '#web/features/delivery/DeliveryFacts.tsx';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { DiscountField, useIsCheckingCode } from '#web/features/discounts/DiscountField.tsx';
import { OrderTerms } from '#web/features/legal/OrderTerms.tsx';
import { BillLines } from '#web/features/orders/BillLines.tsx';
import { type Draft, usablePictures } from '#web/features/orders/wizard/draft/draft.ts';
import type { OrderActions } from '#web/features/orders/wizard/order-actions.ts';
import { PriceBar } from '#web/features/orders/wizard/PriceBar.tsx';
import type { OrderSession } from '#web/features/orders/wizard/session.ts';
import { chosenProducts, draftBill } from '#web/features/orders/wizard/submit/order-body.ts';
import { submitOrder } from '#web/features/orders/wizard/submit/submit-order.ts';
import { DepositLine } from '#web/features/payments/DepositLine.tsx';
import { PinList } from '#web/features/uploads/PinList.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Step.module.css';
import { SubmitMessage, SubmitPhase, useIsSlow } from './SubmitMessage.tsx';
import summaryStyles from './SummaryStep.module.css';

type Props = {
  draft: Draft;
  session: OrderSession;
  actions: OrderActions;
  /** Goes to the pictures, from which the buyer returns to the summary. */
  onPictures: () => void;
};

export function SummaryStep({ draft, session, actions, onPictures }: Props) {
  const { phase, error, changes } = useStore(session.submission);
  const isBusy = phase !== null;
  const isChecking = useIsCheckingCode();
  const isSlow = useIsSlow(phase, session.uploads);
  const shop = usePageConfig();
  const pictures = usablePictures(draft);
  const bill = draftBill(draft, shop);
  return (
    <div className={styles.step}>
      <h2 tabIndex={-1} data-step-heading>
        Resumen
      </h2>
      <div className={summaryStyles.columns}>
        <section className={`stack-4 ${summaryStyles.card}`}>
          <CardHead title="Tu pedido" part="tus imágenes" {...{ isBusy }} onChange={onPictures} />
          <RefusedNotice pictures={draft.pictures} />
          <PinList
            pictures={pictures}
            previews={session.previews}
            isDisabled={isBusy}
            onEdit={actions.editPicture}
          />
          <DiscountField
            discount={draft.discount}
            isCounted={bill.cost.discountCode !== null}
            offered={draft.offeredCode}
            imagesTotal={bill.cost.imagesTotal}
            images={chosenProducts(draft, shop)}
            isDisabled={isBusy}
            onChange={actions.setDiscount}
            onOfferUseless={actions.dropOfferedCode}
            onNote={actions.noteCode}
          />
          <BillLines view="summary" bill={bill} />
          <DepositLine total={bill.cost.totalAmount} to={draft.form} />
          <p className="soft">
            {describePromise(
              { deliveryData: draft.form, pickup: shop.ways?.pickup },
              daysTo(draft.form, shop),
            )}
          </p>
          <DayPart form={draft.form} />
        </section>
        <section className={`stack-4 ${summaryStyles.card}`}>
          <CardHead
            title="Datos de entrega"
            part="los datos de entrega"
            {...{ isBusy }}
            onChange={() => actions.goTo(2)}
          />
          <DeliveryFacts form={draft.form} />
        </section>
      </div>
      <SubmitMessage
        {...{ phase, error, changes, isSlow }}
        hasLostAnswer={draft.attempts.length > 0}
      />
      <OrderTerms />
      <PriceBar bill={bill} news={<SubmitPhase phase={phase} isSlow={isSlow} session={session} />}>
        <Button variant="secondary" disabled={isBusy} onClick={() => actions.goTo(2)}>
          Volver a editar
        </Button>
        <Button disabled={isBusy || isChecking} onClick={() => void submitOrder(session)}>
          Confirmar pedido
        </Button>
      </PriceBar>
    </div>
  );
}

type CardHeadProps = {
  title: string;
  /** The part to change, as read by screen readers. */
  part: string;
  isBusy: boolean;
  onChange: () => void;
};

function CardHead({ title, part, isBusy, onChange }: CardHeadProps) {
  return (
    <div className={`row ${summaryStyles.head}`}>
      <h3>{title}</h3>
      <Button variant="quiet" aria-label={`Cambiar ${part}`} disabled={isBusy} onClick={onChange}>
        Cambiar
      </Button>
    </div>
  );
}

/** Pictures that the shop rejected, possibly while the buyer was reading the summary. */
function RefusedNotice({ pictures }: Pick<Draft, 'pictures'>) {
  const refused = pictures.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <Notice tone="error" dir="auto">
      Quedan fuera de tu pedido, porque no pudimos usarlas:{' '}
      {refused.map(({ name }) => name).join(', ')}
    </Notice>
  );
}
