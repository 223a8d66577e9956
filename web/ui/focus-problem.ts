import type { RefObject } from 'react';

/** Moves the focus to the first invalid field of a form, after the fields are marked. */
export function focusProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
