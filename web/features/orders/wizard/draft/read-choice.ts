import * as z from 'zod/mini';
import { pinChoiceFields } from '#contract/pins.ts';
import { FIRST_CHOICE, type PinChoice } from '#domain/pins.ts';
import type { Entries } from './entries.ts';

const choice = z.object(pinChoiceFields);

/** Under which names a picture's choice is stored, a value each. */
export const choiceParts = Object.keys(pinChoiceFields);

/** Reads what was decided of a picture's pins; what is not stored is as a picture starts. */
export function readChoice(entries: Entries, id: string): PinChoice {
  const stored = choiceParts.flatMap((name) => {
    const value = entries.get(`picture.${id}.${name}`)?.value ?? null;
    return value === null ? [] : [[name, value]];
  });
  const parsed = z.safeParse(choice, { ...FIRST_CHOICE, ...Object.fromEntries(stored) });
  return parsed.data ?? FIRST_CHOICE;
}
