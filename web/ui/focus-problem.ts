import type { RefObject } from 'react';

/** Moves the focus to the first invalid field of a form that was tried; called in an effect. */
export function focusProblem(form: RefObject<HTMLElement | null>, submitCount: number): void {
  if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}
