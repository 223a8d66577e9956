import type { Selectable } from 'kysely';
import type { OrderedPin } from '#domain/pins/choice.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { Schema, TextColumns } from '#server/db/types.ts';
import { readCropColumns, toCropColumns } from './crop-columns.ts';

type ItemRow = Selectable<Schema['order_items']>;
type PinColumns = Pick<
  ItemRow,
  | 'quantity'
  | 'unit_price'
  | Extract<
      keyof ItemRow,
      | `crop_${string}`
      | `product_${string}`
      | `finish_${string}`
      | `${string}_mm`
      | `text_${string}`
    >
>;

export function toPinColumns({
  quantity,
  crop,
  press,
  product,
  finish,
  unitPrice,
  text,
}: OrderedPin): PinColumns {
  return {
    quantity,
    ...toCropColumns(crop),
    unit_price: unitPrice,
    product_id: product.id,
    product_name: product.name,
    finish_id: finish?.id ?? null,
    finish_name: finish?.name ?? null,
    ...{ face_mm: press.faceMm, cut_mm: press.cutMm, safe_mm: press.safeMm },
    ...toTextColumns(text),
  };
}

export function readPinColumns({ quantity, unit_price, ...item }: PinColumns): OrderedPin {
  const { face_mm: faceMm, cut_mm: cutMm, safe_mm: safeMm } = item;
  return {
    quantity,
    crop: readCropColumns(item),
    press: { faceMm, cutMm, safeMm },
    ...readPinName(item),
    unitPrice: unit_price,
    ...readText(item),
  };
}

/** The columns that `readPinName` reads; pins with the same values are the same product. */
export const NAME_COLUMNS = ['product_id', 'product_name', 'finish_id', 'finish_name'] as const;
type NameColumns = Pick<PinColumns, (typeof NAME_COLUMNS)[number]>;

/** Returns an item's product and finish, by their names when it was ordered. */
export function readPinName(item: NameColumns): Pick<OrderedPin, 'product' | 'finish'> {
  const { product_id, product_name, finish_id: id, finish_name: name } = item;
  return {
    product: { id: product_id, name: product_name },
    finish: id === null || name === null ? null : { id, name },
  };
}

function toTextColumns(text: PinText | null | undefined): TextColumns {
  return {
    text_value: text?.value ?? null,
    text_font: text?.font ?? null,
    text_path: text?.path ?? null,
    text_colour: text?.colour ?? null,
    text_outline: text?.outline ?? null,
    text_place: text?.place ?? null,
    text_size: text?.size ?? null,
  };
}

function readText(row: TextColumns): Pick<OrderedPin, 'text'> {
  const { text_value: value, text_font: font, text_path: path, text_colour: colour } = row;
  if (value === null || font === null || path === null || colour === null) return {};
  return {
    text: {
      ...{ value, font, path, colour, outline: row.text_outline },
      ...(row.text_place && { place: row.text_place }),
      ...(row.text_size && { size: row.text_size }),
    },
  };
}
