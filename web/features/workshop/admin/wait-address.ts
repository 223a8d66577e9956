import { mapKeys } from '#domain/keys.ts';
import { STAGES, type Stage } from '#domain/order-stage.ts';
import { type Filters, keyOfWord } from '#web/features/admin/tab-place.ts';

const USUAL: Stage = 'print';
const slugs = mapKeys(STAGES, (stage): string => STAGES[stage].slug);

/** Returns what the board's orders wait for, by its address. */
export function readWait({ espera }: Filters): Stage {
  return keyOfWord(slugs, espera) ?? USUAL;
}

/** Returns the same as the board's address has it; the usual one is left out. */
export function writeWait(stage: Stage): Filters {
  return stage === USUAL ? {} : { espera: slugs[stage] };
}
