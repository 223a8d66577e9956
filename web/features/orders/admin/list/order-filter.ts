import type { OrderFilter } from '#contract/orders/orders-admin.ts';
import { isDay } from '#domain/base/dates.ts';
import { ORDER_STATUSES, statusLabel } from '#domain/orders/status.ts';
import { type Filters, keyOfWord } from '#web/panel/tab-place.ts';

/** The list's filters as form values; empty: all. */
export const noFilter = { q: '', status: '', type: '', document: '', from: '', to: '' };
export type FilterForm = typeof noFilter;

export const isNarrow = (form: FilterForm) => Object.values(form).some((value) => value.trim());

/** Returns the query of the requests. */
export function toQuery(form: FilterForm): Record<keyof OrderFilter, string> {
  return { ...form, q: form.q.trim(), from: knownDay(form.from), to: knownDay(form.to) };
}

/** Returns no day for one whose year is still being typed, such as `0202-03-09`. */
const knownDay = (text = '') => (isDay(text) && text >= '1970' ? text : '');

/** Words for the URL, such as `en-proceso`. */
const statusWords = Object.fromEntries(
  ORDER_STATUSES.map((each) => [each, statusLabel(each).toLowerCase().replaceAll(' ', '-')]),
);
const documentWords = { missing: 'falta' };
const typeWords = { guest: 'invitado', registered: 'registrado' };

/** Reads the filters from the URL; invalid values are ignored. */
export function readFilter(filters: Filters): FilterForm {
  const { buscar = '', estado, tipo, boleta, desde, hasta } = filters;
  return {
    q: buscar.slice(0, 100),
    status: keyOfWord(statusWords, estado) ?? '',
    type: keyOfWord(typeWords, tipo) ?? '',
    document: keyOfWord(documentWords, boleta) ?? '',
    from: knownDay(desde),
    to: knownDay(hasta),
  };
}

/** Returns the filters for the URL. */
export function writeFilter({ q, status, type, document, from, to }: FilterForm): Filters {
  return {
    buscar: q.trim(),
    estado: wordOf(statusWords, status),
    tipo: wordOf(typeWords, type),
    boleta: wordOf(documentWords, document),
    desde: from,
    hasta: to,
  };
}

const wordOf = (words: Readonly<Record<string, string>>, key: string) => words[key] ?? '';
