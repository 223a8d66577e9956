import type { KeyboardEvent } from 'react';

/** On a phone the key says 'next' (`enterKeyHint`): it goes there, and sends no half-empty form. */
export function moveOn(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget: form } = event;
  const isNext = target instanceof HTMLInputElement && target.enterKeyHint === 'next';
  if (key !== 'Enter' || !isNext || !matchMedia('(pointer: coarse)').matches) return;
  const fields = [...form.querySelectorAll<HTMLElement>('input, select:enabled, textarea')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
