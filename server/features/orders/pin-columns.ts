import type { Selectable } from 'kysely';
import type { PinChoice } from '#domain/pins/choice.ts';
import type { Press, PressedPin } from '#domain/pins/pin.ts';
import type { OrderItemsTable } from '#server/db/types.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';

type Item = Selectable<OrderItemsTable>;
type PinColumns = Pick<Item, 'quantity' | Extract<keyof Item, `crop_${string}`>>;
type PressColumns = Pick<Item, 'face_mm' | 'cut_mm' | 'safe_mm'>;

export function toPinColumns({ quantity, crop }: PinChoice): PinColumns {
  return { quantity, ...toCropColumns(crop) };
}

export function readPinColumns({ quantity, ...item }: PinColumns): PinChoice {
  return { quantity, crop: readCropColumns(item) };
}

export function toPressColumns({ press }: PressedPin): PressColumns {
  return { face_mm: press.faceMm, cut_mm: press.cutMm, safe_mm: press.safeMm };
}

export function readPressColumns({ face_mm, cut_mm, safe_mm }: PressColumns): Press {
  return { faceMm: face_mm, cutMm: cut_mm, safeMm: safe_mm };
}
