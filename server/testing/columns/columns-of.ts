import type { SelectType } from 'kysely';

type Kind<T> = [NonNullable<T>] extends [number]
  ? 'number'
  : [NonNullable<T>] extends [string]
    ? 'text'
    : 'dialect';
type Column<T> = null extends T ? `${Kind<T>} or null` : Kind<T>;

/** The columns of the tables as values: one missing here does not compile, one missing in a database fails. */
export type Columns<Schema> = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Column<SelectType<Schema[Table][Name]>>;
  };
};
