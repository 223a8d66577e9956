import type { PinChoice } from '#domain/pins/choice.ts';
import type { Press, PressedPin } from '#domain/pins/pin.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';
import type { ItemRow } from './repo.ts';

type PinColumns = Pick<ItemRow, 'quantity' | Extract<keyof ItemRow, `crop_${string}`>>;
type PressColumns = Pick<ItemRow, 'face_mm' | 'cut_mm' | 'safe_mm'>;

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
