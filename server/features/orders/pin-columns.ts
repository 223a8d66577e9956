import type { Selectable } from 'kysely';
import type { PinChoice } from '#domain/pins.ts';
import type { OrderItemsTable } from '../../db/types.ts';

type PinColumns = Pick<Selectable<OrderItemsTable>, 'quantity'>;

/** Returns what was decided of a picture's pins, as its item's columns. */
export function toPinColumns({ quantity }: PinChoice): PinColumns {
  return { quantity };
}

/** Reads it back. */
export function readPinColumns({ quantity }: PinColumns): PinChoice {
  return { quantity };
}
