import type { OrderFilter } from '#contract/orders-admin.ts';

/** What narrows the list, as the form holds it; blank is everything. */
export type FilterForm = { q: string; status: string; type: string; from: string; to: string };

export const noFilter: FilterForm = { q: '', status: '', type: '', from: '', to: '' };

export const isNarrow = (form: FilterForm) => Object.values(form).some((value) => value.trim());

/** What the calls ask for. Values that the form cannot hold do not occur. */
export function toQuery(form: FilterForm): Record<keyof OrderFilter, string> {
  return { ...form, q: form.q.trim() };
}
