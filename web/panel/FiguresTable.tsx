import type { ReactNode } from 'react';
import styles from './FiguresTable.module.css';

/** `words` are left-aligned, figures right-aligned. */
export type Column<Row> = readonly [
  heading: string,
  read: (row: Row) => string,
  alignment?: 'words',
];

type Props<Row> = {
  caption: string;
  /** Heading and content of the first column, which names each row. */
  head: string;
  name: (row: Row) => ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

export function FiguresTable<Row>(props: Props<Row>) {
  const { caption, head, name, columns, rows, keyOf } = props;
  const hasWords = columns.some(([, , alignment]) => alignment);
  const classOf = (alignment?: 'words') => alignment && styles.words;
  return (
    <table className={hasWords ? `${styles.table} ${styles.worded}` : styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(([heading, , alignment]) => (
            <th key={heading} scope="col" className={classOf(alignment)}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row" dir="auto">
              {name(row)}
            </th>
            {columns.map(([heading, read, alignment]) => (
              <td key={heading} data-label={heading} className={classOf(alignment)}>
                {read(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
