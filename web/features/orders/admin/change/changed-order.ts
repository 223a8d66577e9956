import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import type { SentItems } from '#contract/production/items.ts';
import { isAgreed } from '#domain/orders/pricing.ts';
import { describePins } from '#domain/pins/choice.ts';
import { readWhole } from '#web/lib/decimals.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { newKey } from '#web/lib/new-key.ts';

type Picture = { imageUrl: string; thumbnailUrl: string; originalName: string };

/** An item while it is edited; `n` is its number in the order, null: it is new. */
export type Row = {
  key: string;
  n: number | null;
  label: string;
  picture: Picture;
  /** Its picture is another one than before. */
  isOther: boolean;
  quantity: string;
  /** JSON of another product and finish; null: its own. */
  kind: string | null;
  /** The name of its pins until now; null: it is new. */
  own: string | null;
};

export type Charge = { key: string; label: string; amount: string };

/** An order while it is edited. */
export type Changed = { rows: readonly Row[]; charges: readonly Charge[]; total: string };

/** Returns an order as it is before a change. */
export function startOf({ items, charges, agreedTotal }: AdminOrderDetail): Changed {
  const keys = itemKeys(items);
  return {
    rows: items.map((item, at) => ({
      key: keys[at] ?? String(at),
      n: at + 1,
      label: `Imagen ${at + 1}`,
      picture: item,
      isOther: false,
      quantity: String(item.quantity),
      kind: null,
      own: describePins({ ...item, quantity: 1 }).replace(/^×1 ?(· )?/, '') || item.product.name,
    })),
    // The line of an agreed total follows from it.
    charges: charges
      .filter((charge) => !isAgreed(charge))
      .map(({ label, amount }, at) => ({ ...{ key: String(at), label, amount: String(amount) } })),
    total: agreedTotal === null ? '' : String(agreedTotal),
  };
}

/**
 * Returns what was typed on top of an order that changed meanwhile: what was not touched is as it
 * is now, and each item keeps its picture, whatever its number.
 * @param before the order on top of which it was typed
 */
export function mergeTyped(typed: Changed, before: Changed, now: Changed): Changed {
  const [own, old] = [typed, before].map(({ rows }) => new Map(rows.map((row) => [row.key, row])));
  const isSame = (name: 'charges' | 'total') =>
    JSON.stringify(typed[name]) === JSON.stringify(before[name]);
  return {
    rows: [
      ...now.rows.flatMap((row) => {
        const [mine, was] = [own?.get(row.key), old?.get(row.key)];
        if (!was) return [row];
        if (!mine) return [];
        const { quantity, kind, isOther, picture } = mine;
        return [
          {
            ...row,
            ...{ kind, isOther },
            ...(isOther && { picture }),
            ...(quantity !== was.quantity && { quantity }),
          },
        ];
      }),
      ...typed.rows.filter(({ n }) => n === null),
    ],
    charges: isSame('charges') ? now.charges : typed.charges,
    total: isSame('total') ? now.total : typed.total,
  };
}

/** Returns a new item with a picture. */
export function newRow(sent: Picture & { quantity?: number }): Row {
  return {
    key: newKey(),
    n: null,
    label: sent.originalName,
    picture: sent,
    isOther: true,
    quantity: String(sent.quantity ?? 1),
    kind: null,
    own: null,
  };
}

type Keyed = { key: string };

/** Returns the list with changes to the entry of a key. */
export function withEdit<Entry extends Keyed>(
  list: readonly Entry[],
  key: string,
  edit: Partial<Entry>,
): Entry[] {
  return list.map((entry) => (entry.key === key ? { ...entry, ...edit } : entry));
}

/** Returns the list without the entry of a key. */
export function without<Entry extends Keyed>(list: readonly Entry[], key: string): Entry[] {
  return list.filter((entry) => entry.key !== key);
}

/** Returns the body that changes the order. */
export function toBody({ rows, charges, total }: Changed): SentItems {
  return {
    items: rows.map(({ n, picture, isOther, quantity, kind }) => ({
      ...(n === null ? {} : { n }),
      ...(isOther ? { imageUrl: picture.imageUrl, originalName: picture.originalName } : {}),
      quantity: readWhole(quantity),
      ...(kind === null ? {} : JSON.parse(kind)),
    })),
    charges: charges.map(({ label, amount }) => ({ label, amount: readWhole(amount) })),
    ...(total === '' ? {} : { agreedTotal: readWhole(total) }),
  };
}
