import { useState } from 'react';
import type { LayoutCorrections, StatementAnswer } from '#contract/payments/statements.ts';
import { formatShortDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { BankColumns } from './BankColumns.tsx';
import styles from './BankWindow.module.css';
import { type BankList, FETCHED, joinLists, joinReceipts, type Offer } from './bank-lists.ts';
import { describeChosen, describeRead, describeRow } from './bank-texts.ts';
import { PaidOrder, UnmatchedRow } from './UnmatchedRow.tsx';

type Props = {
  lists: readonly BankList[];
  /** What was read of them; at least one. */
  reads: readonly StatementAnswer[];
  isBusy: boolean;
  error: unknown;
  onCorrect: (list: BankList, layout: LayoutCorrections) => void;
  /** Chooses other lists. */
  onOther: () => void;
  onNote: (offers: readonly Offer[]) => void;
};

/** What the lists' movements pay: certain ones are chosen, likely ones may be, others by hand. */
export function Matches({ lists, reads, isBusy, error, onCorrect, onOther, onNote }: Props) {
  const [offers] = useState(() => joinLists(reads));
  const of = (certainty: Offer['certainty']) =>
    offers.filter((offer) => offer.certainty === certainty);
  const [certain, likely, none] = [of('certain'), of('likely'), of('none')];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(certain.map(({ key }) => key)),
  );
  const [byHand, setByHand] = useState<ReadonlyMap<string, Offer>>(new Map());
  const toggle = (key: string, isOn: boolean) =>
    setChosen((now) => new Set(isOn ? [...now, key] : [...now].filter((each) => each !== key)));
  const setHand = ({ key }: Offer, picked: Offer | null) =>
    setByHand((now) => {
      const others = [...now].filter(([each]) => each !== key);
      return new Map(picked ? [...others, [key, picked]] : others);
    });
  const noted = [...offers.filter(({ key }) => chosen.has(key)), ...byHand.values()];
  const isByDefault = ({ key, certainty }: Offer) =>
    chosen.has(key) === (certainty === 'certain') && !byHand.has(key);
  useUnsaved(!offers.every(isByDefault));
  const read = lists.flatMap((list) =>
    list.read ? { list, content: list.content, statement: list.read.statement } : [],
  );
  const hasFound = certain.length + likely.length > 0;
  const unmatched = reads.reduce((sum, each) => sum + each.unmatched, 0);
  const receiptsWithout = joinReceipts(reads, offers);
  const choices = { chosen, onToggle: toggle };
  return (
    <>
      {/* What had the focus is gone. */}
      <ul ref={takeFocus} tabIndex={-1} className="stack" aria-label="Lo que leímos">
        {read.map(({ content, statement }) => (
          <li key={statement.id}>
            {content instanceof File && (
              <>
                <strong dir="auto">{content.name}</strong>:{' '}
              </>
            )}
            {describeRead(statement)}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="quiet" disabled={isBusy} onClick={onOther}>
          Otra lista
        </Button>
      </div>
      {read.every(({ content }) => content !== FETCHED) && (
        <Fold title="Columnas" brief={hasFound ? undefined : 'revísalas'}>
          {() =>
            read.map(({ list, content, statement: { id, preview, layout } }) => (
              <div key={id} className="stack-1">
                {read.length > 1 && content instanceof File && <h4 dir="auto">{content.name}</h4>}
                <BankColumns
                  rows={preview}
                  layout={layout}
                  onCorrect={(corrected) => onCorrect(list, corrected)}
                />
              </div>
            ))
          }
        </Fold>
      )}
      {!hasFound && <p className={parts.empty}>Ningún movimiento calza con un pedido por pagar</p>}
      <Group title="Seguros" matches={certain} {...choices} />
      <Group title="Probables: revisa y marca" matches={likely} {...choices} />
      {receiptsWithout.length > 0 && (
        <section className="stack-1" aria-label="El banco no muestra este pago">
          <h3 className="part-title">El banco no muestra este pago</h3>
          <ul className="stack">
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
            <ul className="stack">
              {none.map((offer) => (
                <UnmatchedRow
                  key={offer.key}
                  offer={byHand.get(offer.key) ?? offer}
                  onPick={(picked) => setHand(offer, picked)}
                />
              ))}
            </ul>
          )}
        </Fold>
      )}
      <Failed what="No se pudo anotar" error={error} />
      <Actions>
        <Button busy={isBusy} disabled={noted.length === 0} onClick={() => onNote(noted)}>
          {describeChosen(noted)}
        </Button>
      </Actions>
    </>
  );
}

type GroupProps = {
  title: string;
  matches: readonly Offer[];
  chosen: ReadonlySet<string>;
  onToggle: (key: string, isOn: boolean) => void;
};

function Group({ title, matches, chosen, onToggle }: GroupProps) {
  if (matches.length === 0) return null;
  return (
    <section className="stack-1" aria-label={title}>
      <h3 className="part-title">
        {title} ({matches.length})
      </h3>
      <ul className="stack">
        {matches.map((match) => (
          <li key={match.key}>
            <Check
              className={styles.match}
              checked={chosen.has(match.key)}
              onToggle={(isOn) => onToggle(match.key, isOn)}
            >
              <span>
                {match.orders.map((share) => (
                  <PaidOrder key={share.id} share={share} />
                ))}
                <span className="soft" dir="auto">
                  {describeRow(match)}
                </span>
                <span className="soft">{match.reasons.join('. ')}</span>
              </span>
            </Check>
          </li>
        ))}
      </ul>
    </section>
  );
}
