import type { RefObject } from 'react';

/** Gives the focus to the first field of a form that something is wrong with, once it is marked. */
export function focusProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
