import type { SelectType } from 'kysely';

type Kind<T> = [NonNullable<T>] extends [number]
  ? 'number'
  : [NonNullable<T>] extends [string]
    ? 'text'
    : 'dialect';
type Column<T> = null extends T ? `${Kind<T>} or null` : Kind<T>;

/**
 * The tables' columns as values: a missing one here does not compile, in a database it fails the
 * test.
 */
export type Columns<Schema> = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Column<SelectType<Schema[Table][Name]>>;
  };
};
