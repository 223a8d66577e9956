import type { OrderedPin, PinLine, PricedLine } from '#domain/pins/choice.ts';
import type { Crop } from '#domain/pins/crops.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';
import type { ItemRow } from './repo.ts';

type PinColumns = Pick<
  ItemRow,
  | 'quantity'
  | 'unit_price'
  | Extract<
      keyof ItemRow,
      `crop_${string}` | `product_${string}` | `finish_${string}` | `${string}_mm`
    >
>;

export function toPinColumns({
  quantity,
  crop,
  pin,
  unitPrice,
}: PinLine & PricedLine & { crop: Crop | null }): PinColumns {
  const { press, finish } = pin;
  return {
    quantity,
    ...toCropColumns(crop),
    unit_price: unitPrice,
    product_id: pin.id,
    product_name: pin.name,
    finish_id: finish?.id ?? null,
    finish_name: finish?.name ?? null,
    ...{ face_mm: press.faceMm, cut_mm: press.cutMm, safe_mm: press.safeMm },
  };
}

export function readPinColumns({ quantity, unit_price, ...item }: PinColumns): OrderedPin {
  const { face_mm: faceMm, cut_mm: cutMm, safe_mm: safeMm, finish_id, finish_name } = item;
  return {
    quantity,
    crop: readCropColumns(item),
    press: { faceMm, cutMm, safeMm },
    product: { id: item.product_id, name: item.product_name },
    finish:
      finish_id === null || finish_name === null ? null : { id: finish_id, name: finish_name },
    unitPrice: unit_price,
  };
}
