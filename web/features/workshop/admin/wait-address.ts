import type { WaitsFor } from '#domain/workshop.ts';
import { type Filters, keyOfWord } from '#web/features/admin/tab-place.ts';

const USUAL: WaitsFor = 'print';

const words: Readonly<Record<WaitsFor, string>> = {
  payment: 'pago',
  proof: 'prueba',
  print: 'impresion',
  pack: 'empaque',
  dispatch: 'despacho',
};

/** Returns what the board's orders wait for, by its address. */
export function readWait({ espera }: Filters): WaitsFor {
  return keyOfWord(words, espera) ?? USUAL;
}

/** Returns the same as the board's address has it; the usual one is left out. */
export function writeWait(wait: WaitsFor): Filters {
  return wait === USUAL ? {} : { espera: words[wait] };
}
