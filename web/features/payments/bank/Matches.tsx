import { useState } from 'react';
import type {
  LayoutCorrections,
  StatementAnswer,
  StatementMatch,
} from '#contract/payments/statements.ts';
import { formatShortDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { BankColumns } from './BankColumns.tsx';
import styles from './BankWindow.module.css';
import { describeChosen, describeRead, describeRow } from './bank-texts.ts';

type Props = {
  read: StatementAnswer;
  isBusy: boolean;
  error: unknown;
  onCorrect: (layout: LayoutCorrections) => void;
  /** Chooses another list. */
  onOther: () => void;
  onNote: (rows: { row: number; orders: { id: string; amount: number }[] }[]) => void;
};

/** What the list's movements pay: certain ones are chosen, likely ones may be. */
export function Matches({ read, isBusy, error, onCorrect, onOther, onNote }: Props) {
  const { statement, matches, unmatched, receiptsWithout } = read;
  const of = (certainty: StatementMatch['certainty']) =>
    matches.filter((match) => match.certainty === certainty);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(of('certain').map(({ row }) => row.n)),
  );
  const toggle = (n: number, isOn: boolean) =>
    setChosen((now) => new Set(isOn ? [...now, n] : [...now].filter((each) => each !== n)));
  const noted = matches.filter(({ row }) => chosen.has(row.n));
  const [certain, likely, none] = [of('certain'), of('likely'), of('none')];
  const choices = { chosen, onToggle: toggle };
  return (
    <>
      <p>
        {describeRead(statement)}{' '}
        <Button variant="quiet" disabled={isBusy} onClick={onOther}>
          Otra lista
        </Button>
      </p>
      <Fold title="Columnas" brief={certain.length + likely.length === 0 ? 'revísalas' : undefined}>
        {() => (
          <BankColumns rows={statement.preview} layout={statement.layout} onCorrect={onCorrect} />
        )}
      </Fold>
      {certain.length + likely.length === 0 && (
        <p className={parts.empty}>Ningún movimiento calza con un pedido por pagar</p>
      )}
      <Group title="Seguros" matches={certain} {...choices} />
      <Group title="Probables: revisa y marca" matches={likely} {...choices} />
      {receiptsWithout.length > 0 && (
        <section className={styles.group} aria-label="El banco no muestra este pago">
          <h3 className={styles.title}>El banco no muestra este pago</h3>
          <ul className={styles.list}>
            {receiptsWithout.map(({ id, fullName, amount, receivedOn }) => (
              <li key={id} className={styles.row}>
                <strong>{id}</strong>, <span dir="auto">{fullName}</span>: {formatPesos(amount)},
                comprobante del {formatShortDay(receivedOn)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {none.length > 0 && (
        <Fold title={`Sin pedido (${unmatched.toLocaleString('es-CL')})`}>
          {() => (
            <ul className={styles.list}>
              {none.map((match) => (
                <li key={match.row.n} className={styles.row}>
                  <strong>{formatPesos(match.row.amount)}</strong>{' '}
                  <span dir="auto">{describeRow(match)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      <Failed what="No se pudo anotar" error={error} />
      <Actions>
        <Button
          busy={isBusy}
          disabled={noted.length === 0}
          onClick={() =>
            onNote(
              noted.map(({ row, orders }) => ({
                row: row.n,
                orders: orders.map(({ id, amount }) => ({ id, amount })),
              })),
            )
          }
        >
          {describeChosen(noted)}
        </Button>
      </Actions>
    </>
  );
}

type GroupProps = {
  title: string;
  matches: readonly StatementMatch[];
  chosen: ReadonlySet<number>;
  onToggle: (n: number, isOn: boolean) => void;
};

function Group({ title, matches, chosen, onToggle }: GroupProps) {
  if (matches.length === 0) return null;
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.title}>
        {title} ({matches.length})
      </h3>
      <ul className={styles.list}>
        {matches.map((match) => (
          <li key={match.row.n}>
            <Check
              className={styles.match}
              checked={chosen.has(match.row.n)}
              onToggle={(isOn) => onToggle(match.row.n, isOn)}
            >
              <span>
                {match.orders.map(({ id, fullName, amount, amountDue }) => (
                  <span key={id} className={styles.order}>
                    <strong>{formatPesos(amount)}</strong> · {id},{' '}
                    <span dir="auto">{fullName}</span>
                    {amount !== amountDue && ` (faltan ${formatPesos(amountDue)})`}
                  </span>
                ))}
                <span className={parts.soft} dir="auto">
                  {describeRow(match)}
                </span>
                <span className={parts.soft}>{match.reasons.join('. ')}</span>
              </span>
            </Check>
          </li>
        ))}
      </ul>
    </section>
  );
}
