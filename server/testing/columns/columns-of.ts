import type { SelectType } from 'kysely';

type Kind<T> = [NonNullable<T>] extends [number]
  ? 'number'
  : [NonNullable<T>] extends [string]
    ? 'text'
    : 'dialect';
type Column<T> = null extends T ? `${Kind<T>} or null` : Kind<T>;

/** The types once more, as values: a column that one side lacks does not compile, or does not pass. */
export type Columns<Schema> = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Column<SelectType<Schema[Table][Name]>>;
  };
};
