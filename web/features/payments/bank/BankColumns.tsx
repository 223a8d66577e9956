import { useId } from 'react';
import type { LayoutCorrections } from '#contract/payments/statements.ts';
import styles from './BankWindow.module.css';
import { COLUMN_TEXTS } from './bank-texts.ts';

type Props = {
  /** The list's first rows, as they are written. */
  rows: readonly (readonly string[])[];
  layout: LayoutCorrections;
  /** Gets the whole layout with the change. */
  onCorrect: (layout: LayoutCorrections) => void;
};

/** The first rows of the list, with what each column was taken for: a tap corrects it. */
export function BankColumns({ rows, layout, onCorrect }: Props) {
  const help = useId();
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const nameOf = (at: number) => COLUMN_TEXTS.find(([name]) => layout[name] === at)?.[0] ?? '';
  const choose = (at: number, chosen: string) => {
    const next: LayoutCorrections = {};
    for (const [name] of COLUMN_TEXTS) {
      const is = layout[name] ?? null;
      if (name === chosen) next[name] = at;
      else next[name] = is === at ? null : is;
    }
    if (chosen === 'amount') Object.assign(next, { credit: null, debit: null });
    if (chosen === 'credit' || chosen === 'debit') next.amount = null;
    onCorrect(next);
  };
  return (
    <>
      <p id={help} className="soft">
        Así entendimos las columnas. Si una no es lo que dice, cámbiala: lo recordaremos.
      </p>
      <section className={styles.scroll} aria-labelledby={help}>
        <table className={styles.preview}>
          <thead>
            <tr>
              {columns.map((at) => (
                <th key={at} scope="col">
                  <select
                    className={styles.select}
                    aria-label={`Columna ${at + 1}`}
                    data-found={nameOf(at) !== '' || undefined}
                    value={nameOf(at)}
                    onChange={({ target }) => choose(at, target.value)}
                  >
                    <option value="">No se usa</option>
                    {COLUMN_TEXTS.map(([name, text]) => (
                      <option key={name} value={name}>
                        {text}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows.keys()].map((line) => (
              <tr key={line}>
                {columns.map((at) => (
                  <td key={at}>{rows[line]?.[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
