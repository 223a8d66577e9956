import { ShopError } from '#domain/base/errors.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { isStorable } from './storable-texts.ts';

/** The start of a page: after the entry with these values. */
export type Cursor = readonly (string | number)[];

/** Returns an opaque cursor for clients. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws ShopError `validation_failed` for an invalid cursor, or one without these `kinds` */
export function readCursor(
  text: string | undefined,
  kinds: readonly ('string' | 'number')[],
): Cursor | null {
  if (text === undefined) return null;
  const values = parseJson(Buffer.from(text, 'base64url').toString());
  const isOurs =
    Array.isArray(values) &&
    values.length === kinds.length &&
    values.every((value, at) => typeof value === kinds[at] && fitsColumn(value));
  if (isOurs) return values;
  const message = 'La página pedida no existe';
  throw new ShopError('validation_failed', { message, fields: { cursor: message } });
}

/** Returns whether a column can store this: PostgreSQL fails on some texts and on fractions. */
function fitsColumn(value: unknown): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : isStorable(String(value));
}

/** Returns a page of `rows`, which have one entry more; `keyOf` makes the next page's cursor. */
export function cutPage<T>(
  entries: readonly T[],
  limit: number,
  keyOf: (last: T) => Cursor,
): { page: T[]; nextCursor: string | null } {
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const hasMore = entries.length > limit && last !== undefined;
  return { page, nextCursor: hasMore ? writeCursor(keyOf(last)) : null };
}
