import { useState } from 'react';
import { toBody, toForm } from '#contract/delivery/delivery.ts';
import { billedPrice } from '#contract/orders/bill.ts';
import type { SentOrderBody } from '#contract/orders/orders.ts';
import { sendOrder } from '#contract/orders/placed-order.ts';
import { type Pricing, toPricing } from '#contract/orders/pricing.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { describePromise } from '#domain/delivery/way-texts.ts';
import { type Billed, billOf, findOnePrice } from '#domain/orders/bill.ts';
import type { Destination } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { findUnoffered, groupChoices, offeredLines, repeatChoice } from '#domain/pins/choice.ts';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { DeliveryDialog } from '#web/features/delivery/DeliveryDialog.tsx';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { useSavedAddresses } from '#web/features/delivery/saved-address.ts';
import { OrderTerms } from '#web/features/legal/OrderTerms.tsx';
import { describeOrderFailure } from '#web/features/orders/describe-order-failure.ts';
import { findTermsChanges, shownTerms, showTerms } from '#web/features/orders/order-terms.ts';
import { DepositLine } from '#web/features/payments/DepositLine.tsx';
import { hasKinds } from '#web/features/uploads/use-pin.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { askToSignIn } from '#web/lib/ask-to-sign-in.ts';
import { pageConfig, refreshConfig, usePageConfig } from '#web/lib/config.ts';
import { sendUntilAnswered } from '#web/lib/send-until-answered.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './RepeatDialog.module.css';
import { type RepeatedItems, RepeatItems } from './RepeatItems.tsx';

const PLACED = { text: '¡Pedido creado exitosamente! Te contactaremos pronto.', ms: 2000 };

/** An unfinished repetition, to continue later. */
export type Begun = { form: DeliveryForm; items: RepeatedItems; agreed: QuotedPrice | null };

type Props = {
  order: ShownOrder;
  /** Idempotency key: the order is placed once, however often it is sent. */
  orderKey: string;
  /** The key belongs to another order: an earlier attempt succeeded. */
  onTaken: () => void;
  begun: Begun | null;
  onBack: (begun: Begun) => void;
  onClose: () => void;
  onDone: () => void;
};

export function RepeatDialog(props: Props) {
  const { order, orderKey: key, onTaken, begun, onBack, onClose, onDone } = props;
  const [agreed, setAgreed] = useState(begun?.agreed ?? null);
  const config = usePageConfig();
  const account = accountOf(useAccountState());
  const saved = useSavedAddresses(account?.uid ?? null);
  const [items, setItems] = useState<RepeatedItems>(begun?.items ?? order.items);
  const [isUploading, setUploading] = useState(false);
  const pins = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const change = (next: (now: RepeatedItems) => RepeatedItems) => {
    setItems(next);
    setAgreed(null);
  };
  const send = async (form: DeliveryForm) => {
    if (isUploading) throw new Error('Espera a que tus imágenes nuevas terminen de subir.');
    const problem = nameUnoffered(items);
    if (problem) throw new Error(problem);
    const pricing = priceRepetition(items, form, agreed);
    try {
      await repeatOrder({ items, form, pricing, key });
    } catch (error) {
      const offered = offeredPins(pageConfig.get());
      const isStale =
        error instanceof Refusal &&
        ['product_unavailable', 'delivery_unavailable'].includes(error.code ?? '');
      if (isStale || hasKinds(offered)) await refreshConfig();
      if (error instanceof Refusal && error.pricing) {
        setAgreed({ to: form, pricing: error.pricing });
      }
      if (error instanceof Refusal && error.code === 'idempotency_key_reused') onTaken();
      throw new Error(await explain(error, form), { cause: error });
    }
  };
  return (
    <DeliveryDialog
      title="Finalizar Pedido"
      initial={formOf(order)}
      typed={begun?.form ?? null}
      saved={saved}
      confirm="Confirmar Pedido"
      success={PLACED}
      note={() => <OrderTerms />}
      send={send}
      onDone={onDone}
      onClose={onClose}
      onBack={(form) => onBack({ form, items, agreed })}
    >
      {(form) => (
        <section className={`stack-3 ${styles.summary}`} aria-label="Resumen del pedido">
          <h3>Total de este pedido</h3>
          <p>Con los precios de hoy.</p>
          <Price bill={billRepetition(items, form, agreed)} />
          <RepeatItems
            items={items}
            isChanged={items !== order.items}
            onChange={change}
            onUploading={setUploading}
          />
          <Facts
            variant="tiles"
            facts={[
              ['Imágenes', String(items.length)],
              ['Pines personalizados', String(pins)],
            ]}
          />
          <p>Precio: Se cotizará según cantidad y tamaño</p>
          <p>
            {describePromise(
              { deliveryData: form, pickup: config.ways?.pickup },
              daysTo(form, config),
            )}
          </p>
        </section>
      )}
    </DeliveryDialog>
  );
}

/** Returns the error message for the buyer; new terms are already shown, for the next attempt. */
async function explain(error: unknown, to: DeliveryForm): Promise<string> {
  const said = describeOrderFailure(error);
  if (!(error instanceof Refusal && error.terms)) return said;
  const changes = findTermsChanges(error.terms, to);
  await showTerms(error.terms);
  const told = changes.map(
    ({ label, before, after }) => `${label}: antes ${before}, ahora ${after}`,
  );
  return [said, ...told].join('. ');
}

/** The pins by kind, if the shop has several, and what adds up to the total. */
function Price({ bill }: { bill: Billed }) {
  const { imagesTotal, totalAmount } = bill.cost;
  const lines = billOf(bill);
  const charges = lines.filter(({ kind }) => kind === 'shipping' || kind === 'charge');
  return (
    <>
      {findOnePrice(bill) === null && (
        <ul>{lines.map(({ kind, label }) => kind === 'pins' && <li key={label}>{label}</li>)}</ul>
      )}
      <p className={styles.price}>
        Para este pedido: {formatPesos(imagesTotal)}{' '}
        {charges.map(
          ({ label, amount }) =>
            `${amount < 0 ? '−' : '+'} ${label.toLowerCase()} ${formatPesos(Math.abs(amount))} `,
        )}
        = <strong>{formatPesos(totalAmount)}</strong>
      </p>
      <DepositLine total={totalAmount} to={bill.delivery} />
    </>
  );
}

function billRepetition(
  items: RepeatedItems,
  to: DeliveryForm,
  agreed: QuotedPrice | null,
): Billed {
  const groups = groupChoices(items.map(repeatChoice), offeredPins(pageConfig.get()));
  return billedPrice(priceRepetition(items, to, agreed), to, groups);
}

/** Returns the message about pins no longer on offer; null when all are. */
function nameUnoffered(items: RepeatedItems): string | null {
  const offered = offeredPins(pageConfig.get());
  const gone = items.flatMap((item, at) =>
    findUnoffered(repeatChoice(item), offered) ? [at + 1] : [],
  );
  if (gone.length === 0) return null;
  const which =
    gone.length === 1 ? `de la imagen ${gone[0]}` : `de las imágenes ${gone.join(', ')}`;
  return `El pin ${which} ya no se ofrece: elige otro para repetir tu pedido.`;
}

/** Returns the delivery form as the buyer filled it in, for no day; an account's e-mail is known. */
function formOf({ deliveryData, buyerNotes }: ShownOrder): DeliveryForm {
  const form = toForm({ ...deliveryData, notes: buyerNotes ?? deliveryData.notes });
  return { ...form, email: '', neededBy: '' };
}

function repeatBody({ items, form, pricing }: Repetition): SentOrderBody {
  return {
    images: items.map(({ imageUrl, notes, originalName, ...item }) => ({
      imageUrl,
      originalName,
      ...repeatChoice(item),
      crop: item.crop ?? MIDDLE_CROP,
      notes: notes || undefined,
    })),
    deliveryData: { ...toBody(form), pricing },
    seen: shownTerms(form),
  };
}

/** Pricing that the shop returned for a destination. */
type QuotedPrice = { to: Destination; pricing: Pricing };

function priceRepetition(
  items: RepeatedItems,
  to: Destination,
  agreed: QuotedPrice | null,
): Pricing {
  if (agreed && isSameDestination(agreed.to, to)) return agreed.pricing;
  const shop = pageConfig.get();
  const lines = offeredLines(items.map(repeatChoice), offeredPins(shop));
  return toPricing(priceOrder({ lines, to, shipping: { ...shop.prices, ways: shop.ways } }));
}

function isSameDestination(left: Destination, right: Destination): boolean {
  const { region, city, way, payShipping } = left;
  const isSameWay = way === right.way && payShipping === right.payShipping;
  return isSameWay && city === right.city && region === right.region;
}

type Repetition = { items: RepeatedItems; form: DeliveryForm; pricing: Pricing; key: string };

/**
 * Places the order again.
 * @param repetition.key the same at each attempt, so that a retry does not place a second order
 * @throws Refusal, LostAnswer, Error
 */
async function repeatOrder(repetition: Repetition): Promise<void> {
  const body = JSON.stringify(repeatBody(repetition));
  const headers = { 'Idempotency-Key': repetition.key };
  try {
    await sendUntilAnswered(() => callApi(sendOrder, { body, headers }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'idempotency_key_reused') {
      throw new Error('Tu intento anterior sí había llegado: míralo en Mis Pedidos.', {
        cause: error,
      });
    }
    askToSignIn(error);
  }
}
