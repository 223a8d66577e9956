import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { Pricing } from '#contract/orders/pricing.ts';
import { formatPesos } from '#domain/base/money.ts';
import { findRegion } from '#domain/delivery/regions.ts';
import { shippingName } from '#domain/delivery/way-texts.ts';
import { type Destination, isChillan, type ShippingPrices } from '#domain/orders/prices.ts';
import { describeGroup, type PinGroup } from '#domain/pins/choice.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { useAnnounced } from '#web/ui/use-debounced.ts';
import styles from './PriceBar.module.css';

type Props = {
  pricing: Pricing;
  /** The destination; the city is empty while unknown. */
  to: Destination;
  /** The pins by kind; empty if the shop has one kind only. */
  groups: readonly PinGroup[];
  /** Progress, and messages to read before continuing. */
  news?: ReactNode;
  children: ReactNode;
};

export function PriceBar({ pricing, to, groups, news, children }: Props) {
  const heard = useAnnounced(describeTotal(to, pricing));
  return (
    <div ref={useBarHeight()} className={styles.bar}>
      {news}
      <p className={styles.price}>
        <strong className={styles.total}>{formatPesos(pricing.totalAmount)}</strong>{' '}
        <PriceDetail pricing={pricing} to={to} />
      </p>
      {groups.length > 0 && <Groups groups={groups} />}
      <div className={styles.actions}>{children}</div>
      <p className="visually-hidden" role="status">
        {heard}
      </p>
    </div>
  );
}

function PriceDetail({ pricing, to }: Pick<Props, 'pricing' | 'to'>) {
  const { prices } = usePageConfig();
  return (
    <span className={styles.detail}>
      {countPins(pricing)}, {describeShipping(to, pricing)}{' '}
      <span className={styles.whole}>{describePlace(to, pricing, prices)}</span>
    </span>
  );
}

function describeShipping({ way, payShipping }: Destination, { shippingCost }: Pricing): string {
  const price = shippingCost > 0 ? `de ${formatPesos(shippingCost)}` : 'gratis';
  if (way === 'pickup') return `con retiro ${price}`;
  return `con envío ${payShipping === 'onArrival' ? 'por pagar' : price}`;
}

/** Returns the destination of the price; while unknown, what may change the price. */
function describePlace(to: Destination, { shippingCost }: Pricing, prices: ShippingPrices) {
  const { way = 'home', region, city } = to;
  if (way === 'pickup') return null;
  if (city) return `a ${city}`;
  if (way !== 'home' || to.payShipping === 'onArrival' || shippingCost === 0) return null;
  if (!region && prices.shippingByRegion.length > 0) return '(cambia según la región)';
  if (region && !findRegion(region)?.cities.some(({ name }) => isChillan(name))) {
    return 'a tu región';
  }
  return `(a Chillán, ${formatPesos(prices.shippingChillan)})`;
}

/** Maximum number of kinds listed, so that the bar stays small. */
const NAMED = 3;

function Groups({ groups }: Pick<Props, 'groups'>) {
  const isLong = groups.length > NAMED + 1;
  const named = isLong ? groups.slice(0, NAMED) : groups;
  const texts = named.map(describeGroup);
  if (isLong) texts.push(`y ${groups.length - NAMED} tipos más`);
  return (
    <p className={styles.groups}>
      {texts.map((text, at) => (
        <Fragment key={text}>
          <span className={styles.whole}>
            {text}
            {at < texts.length - 1 && ' ·'}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}

function countPins({ imagesCount }: Pricing): string {
  return imagesCount === 1 ? '1 pin' : `${imagesCount} pines`;
}

/** Returns the total as text that screen readers read as pesos, not as dollars. */
function describeTotal(to: Destination, pricing: Pricing): string {
  const pesos = pricing.totalAmount.toLocaleString('es-CL');
  const isApart = to.way !== 'pickup' && to.payShipping === 'onArrival';
  const included = isApart
    ? describeShipping(to, pricing)
    : `${shippingName(to).toLowerCase()} incluido`;
  return `Total: ${pesos} pesos por ${countPins(pricing)}, ${included}`;
}

/** Minimum space below the bar for a toast, in pixels. */
const ROOM = 96;

/** Scrolls the focused element out from behind a bar that has grown or appeared. */
function uncoverFocus(bar: Element) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || bar.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const isCovered = top < innerHeight && bottom > bar.getBoundingClientRect().top;
  if (isCovered) focused.scrollIntoView({ block: 'nearest' });
}

/** A bar stays at the bottom of the window up to this share of its height. */
const MAX_SHARE = 1 / 4;

/**
 * Publishes the height of a bar at the bottom of the window (`--bar-height`), so that it never
 * covers the focused element, and how far it reaches up (`--bar-cover`), so that toasts do not
 * cover it.
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
      const { top, bottom, height } = current.getBoundingClientRect();
      const isNear = top < innerHeight && innerHeight - bottom < ROOM;
      const taken = `${isStuck ? height : 0}px`;
      const hasChanged = style.getPropertyValue('--bar-height') !== taken;
      style.setProperty('--bar-height', taken);
      style.setProperty('--bar-cover', `${isNear ? innerHeight - top : 0}px`);
      if (isStuck && hasChanged) uncoverFocus(current);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    addEventListener('resize', tell);
    addEventListener('scroll', tell, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', tell);
      removeEventListener('scroll', tell);
      style.removeProperty('--bar-height');
      style.removeProperty('--bar-cover');
    };
  }, []);
  return bar;
}
