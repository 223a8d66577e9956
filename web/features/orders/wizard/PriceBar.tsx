import { type ReactNode, useEffect, useRef } from 'react';
import { formatPesos } from '#domain/base/money.ts';
import { findRegion } from '#domain/delivery/regions.ts';
import { shippingName } from '#domain/delivery/way-texts.ts';
import { type Billed, billOf, findOnePrice } from '#domain/orders/bill.ts';
import { isChillan, type ShippingPrices } from '#domain/orders/prices.ts';
import { shippingAmount } from '#domain/orders/pricing.ts';
import { PricePart } from '#web/features/orders/PricePart.tsx';
import { usePageConfig } from '#web/lib/config.ts';
import { Announced } from '#web/ui/Announced.tsx';
import styles from './PriceBar.module.css';

type Props = {
  /** The city of its destination is empty while unknown. */
  bill: Billed;
  /** Progress, and messages to read before continuing. */
  news?: ReactNode;
  children: ReactNode;
};

export function PriceBar({ bill, news, children }: Props) {
  return (
    <div ref={useBarHeight()} className={`row ${styles.bar}`} data-bar>
      {news}
      <p className={styles.price}>
        <strong className={styles.total}>{formatPesos(bill.cost.totalAmount)}</strong>{' '}
        <PriceDetail bill={bill} />
      </p>
      {findOnePrice(bill) === null && <PricePart groups={bill.pins} />}
      <div className={`row ${styles.actions}`}>{children}</div>
      <Announced text={describeTotal(bill)} />
    </div>
  );
}

function PriceDetail({ bill }: Pick<Props, 'bill'>) {
  const { prices } = usePageConfig();
  const charges = billOf(bill).filter(({ kind }) => kind === 'charge');
  return (
    <span className="soft">
      {describePins(bill)}, {describeShipping(bill)}{' '}
      <span className={styles.whole}>{describePlace(bill, prices)}</span>
      {charges.map(({ label, amount }) => `, ${label} ${formatPesos(amount)}`)}
    </span>
  );
}

function describeShipping({ cost, delivery: { way, payShipping } }: Billed): string {
  const amount = shippingAmount(cost);
  const price = amount > 0 ? `de ${formatPesos(amount)}` : 'gratis';
  if (way === 'pickup') return `con retiro ${price}`;
  return `con envío ${payShipping === 'onArrival' ? 'por pagar' : price}`;
}

/** Returns the destination of the price; while unknown, what may change the price. */
function describePlace({ cost, delivery }: Billed, prices: ShippingPrices) {
  const { way = 'home', region, city, payShipping } = delivery;
  if (way === 'pickup') return null;
  if (city) return `a ${city}`;
  if (way !== 'home' || payShipping === 'onArrival' || shippingAmount(cost) === 0) return null;
  if (!region && prices.shippingByRegion.length > 0) return '(cambia según la región)';
  if (region && !findRegion(region)?.cities.some(({ name }) => isChillan(name))) {
    return 'a tu región';
  }
  return `(a Chillán, ${formatPesos(prices.shippingChillan)})`;
}

function describePins({ cost: { pins } }: Billed): string {
  return pins === 1 ? '1 pin' : `${pins} pines`;
}

/** Returns the total as text that screen readers read as pesos, not as dollars. */
function describeTotal(bill: Billed): string {
  const { cost, delivery } = bill;
  const pesos = cost.totalAmount.toLocaleString('es-CL');
  const isApart = delivery.way !== 'pickup' && delivery.payShipping === 'onArrival';
  const included = isApart
    ? describeShipping(bill)
    : `${shippingName(delivery).toLowerCase()} incluido`;
  return `Total: ${pesos} pesos por ${describePins(bill)}, ${included}`;
}

/** Scrolls the focused element and messages out from behind a bar that has grown or appeared. */
function uncover(bar: Element) {
  for (const kept of document.querySelectorAll(':focus, [role=alert]:not(:empty)')) {
    const { top, bottom } = kept.getBoundingClientRect();
    const isCovered = top < innerHeight && bottom > bar.getBoundingClientRect().top;
    if (isCovered && !bar.contains(kept)) kept.scrollIntoView({ block: 'nearest' });
  }
}

/** A bar stays at the bottom of the window up to this share of its height. */
const MAX_SHARE = 1 / 4;

/**
 * Publishes the height of a bar at the bottom of the window (`--bar-height`), so that it never
 * covers the focused element.
 */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    const { style } = document.documentElement;
    if (!current) return;
    const tell = () => {
      current.toggleAttribute('data-tall', current.offsetHeight > innerHeight * MAX_SHARE);
      const isStuck = getComputedStyle(current).position === 'sticky';
      const taken = `${isStuck ? current.getBoundingClientRect().height : 0}px`;
      const hasChanged = style.getPropertyValue('--bar-height') !== taken;
      style.setProperty('--bar-height', taken);
      if (isStuck && hasChanged) uncover(current);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    addEventListener('resize', tell);
    return () => {
      observer.disconnect();
      removeEventListener('resize', tell);
      style.removeProperty('--bar-height');
    };
  }, []);
  return bar;
}
