import type { Pricing } from '#contract/pricing.ts';
import { formatPesos } from '#domain/money.ts';
import { shippingLabel } from '#domain/pricing.ts';
import { type DeliveryPromise, describeDays } from '#domain/promise.ts';
import { DeliveryFacts } from '#web/features/delivery/DeliveryFacts.tsx';
import { DiscountField } from '#web/features/discounts/DiscountField.tsx';
import { useIsCheckingCode } from '#web/features/discounts/use-is-checking-code.ts';
import { OrderTerms } from '#web/features/legal/OrderTerms.tsx';
import type { Draft } from '#web/features/orders/wizard/draft/draft.ts';
import type { OrderActions } from '#web/features/orders/wizard/order-actions.ts';
import { PriceBar } from '#web/features/orders/wizard/PriceBar.tsx';
import type { OrderSession } from '#web/features/orders/wizard/session.ts';
import { priceDraft } from '#web/features/orders/wizard/submit/order-body.ts';
import type { Submission } from '#web/features/orders/wizard/submit/use-submit.ts';
import { PictureStrip } from '#web/features/uploads/PictureStrip.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import costTableStyles from './CostTable.module.css';
import styles from './Step.module.css';
import { SubmitMessage, SubmitPhase } from './SubmitMessage.tsx';
import summaryStyles from './SummaryStep.module.css';

type Props = {
  draft: Draft;
  session: OrderSession;
  actions: OrderActions;
  submission: Submission;
};

export function SummaryStep({ draft, session, actions, submission }: Props) {
  const { phase, error } = submission;
  const isBusy = phase !== null;
  const isChecking = useIsCheckingCode();
  const shop = usePageConfig();
  const pricing = priceDraft(draft, shop);
  const { city } = draft.form;
  return (
    <div className={styles.step}>
      <h2 tabIndex={-1} data-step-heading>
        Resumen
      </h2>
      <div className={summaryStyles.columns}>
        <section className={summaryStyles.card}>
          <h3>Datos de entrega</h3>
          <DeliveryFacts form={draft.form} />
        </section>
        <section className={summaryStyles.card}>
          <h3>Tu pedido</h3>
          <PictureStrip pictures={draft.pictures} previews={session.previews} />
          <DiscountField
            discount={draft.discount}
            offered={draft.offeredCode}
            imagesTotal={pricing.imagesTotal}
            isDisabled={isBusy}
            onChange={actions.setDiscount}
            onOfferUseless={actions.dropOfferedCode}
            onNote={actions.noteCode}
          />
          <CostTable pricing={pricing} city={city} delivery={shop.delivery} />
        </section>
      </div>
      <SubmitMessage
        error={error}
        changes={submission.changes}
        hasNewTerms={submission.hasNewTerms}
        isBusy={isBusy}
        hasLostAnswer={draft.attempts.length > 0}
      />
      <PriceBar
        pricing={pricing}
        city={city}
        news={
          <>
            <SubmitPhase phase={phase} session={session} />
            <OrderTerms />
          </>
        }
      >
        <Button variant="secondary" disabled={isBusy} onClick={() => actions.goTo(2)}>
          Volver a editar
        </Button>
        <Button disabled={isBusy || isChecking} onClick={submission.submit}>
          Confirmar pedido
        </Button>
      </PriceBar>
    </div>
  );
}

type CostTableProps = { pricing: Pricing; city: string; delivery: DeliveryPromise };

function CostTable({ pricing, city, delivery }: CostTableProps) {
  const label = shippingLabel(pricing, city);
  const { arrival } = usePageConfig().shown;
  return (
    <>
      <dl className={costTableStyles.costs}>
        <div>
          <dt>Cantidad de imágenes</dt>
          <dd>{pricing.imagesCount}</dd>
        </div>
        <div>
          <dt>Precio por imagen</dt>
          <dd>{formatPesos(pricing.pricePerImage)}</dd>
        </div>
        <div>
          <dt>Total imágenes</dt>
          <dd>{formatPesos(pricing.imagesTotal)}</dd>
        </div>
        {pricing.discountAmount > 0 && (
          <div className={costTableStyles.discount}>
            <dt>Descuento</dt>
            <dd>−{formatPesos(pricing.discountAmount)}</dd>
          </div>
        )}
        <div>
          <dt>
            Envío
            {label && <span className={costTableStyles.label}>{label}</span>}
          </dt>
          <dd>{formatPesos(pricing.shippingCost)}</dd>
        </div>
        <div className={costTableStyles.total}>
          <dt>Total</dt>
          <dd>{formatPesos(pricing.totalAmount)}</dd>
        </div>
      </dl>
      <p className={costTableStyles.promise}>
        Entrega: {describeDays(delivery)} desde tu pago. Si pagas hoy, llega {arrival}.
      </p>
    </>
  );
}
