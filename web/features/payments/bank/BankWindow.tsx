import { useState } from 'react';
import {
  confirmStatement,
  type LayoutCorrections,
  pastedStatement,
  readStatement,
  type StatementAnswer,
  type StatementResults,
  undoStatement,
} from '#contract/payments/statements.ts';
import { UNDO_MS } from '#domain/base/undo.ts';
import { Refusal } from '#web/lib/api.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { callAdmin, withSecondFactor } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Form, TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { BankColumns } from './BankColumns.tsx';
import styles from './BankWindow.module.css';
import { describeNoted } from './bank-texts.ts';
import { Matches } from './Matches.tsx';

const FILES = '.csv,.txt,.tsv,.xlsx,.xls,.htm,.html,text/csv,text/plain';

type List = File | string;
type Noted = { answer: Pick<StatementResults, 'results'>; isUndone: boolean };

/** Compares the bank's list, a file or pasted rows, with the orders that lack money. */
export function BankWindow({ onNoted, onClose }: { onNoted: () => void; onClose: () => void }) {
  const [list, setList] = useState<List | null>(null);
  const [text, setText] = useState('');
  const [read, setRead] = useState<StatementAnswer | null>(null);
  const [noted, setNoted] = useState<Noted | null>(null);
  const reading = useTask(async (chosen: List, layout?: LayoutCorrections) => {
    setList(chosen);
    setRead(null);
    setRead(await send(chosen, layout));
  });
  const noting = useTask(async (rows: Parameters<typeof confirm>[1]) => {
    if (!read) return;
    setNoted({ answer: await confirm(read.statement.id, rows), isUndone: false });
    onNoted();
  });
  const undoing = useTask(async () => {
    if (!read) return;
    const answer = await callAdmin(undoStatement, { params: { id: read.statement.id } });
    setNoted({ answer, isUndone: true });
    onNoted();
  });
  const preview = reading.error instanceof Refusal ? reading.error.preview : [];
  return (
    <Dialog
      title="Comparar con el banco"
      subtitle="Nada de la lista sale de tu tienda: queda solo qué movimiento pagó qué pedido."
      width="wide"
      locked={noting.isBusy || undoing.isBusy}
      onClose={onClose}
    >
      {noted ? (
        <NotedPart noted={noted} undoing={undoing} onClose={onClose} />
      ) : (
        <>
          {!read && !reading.isBusy && (
            <Source text={text} onType={setText} onList={(chosen) => void reading.run(chosen)} />
          )}
          {reading.isBusy && <Skeleton lines={4} height="4rem" />}
          <Failed what="No pudimos leer la lista" error={reading.error} />
          {list !== null && preview.length > 0 && (
            <BankColumns
              rows={preview}
              layout={{}}
              onCorrect={(layout) => void reading.run(list, layout)}
            />
          )}
          {read && list !== null && (
            <Matches
              read={read}
              isBusy={noting.isBusy}
              error={noting.error}
              onCorrect={(layout) => void reading.run(list, layout)}
              onOther={() => setRead(null)}
              onNote={(rows) => void noting.run(rows)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function send(list: List, layout?: LayoutCorrections): Promise<StatementAnswer> {
  if (typeof list === 'string') {
    return callAdmin(
      { ...readStatement, body: pastedStatement },
      { body: { text: list, ...(layout ? { layout } : {}) } },
    );
  }
  const fields = { layout: layout ? JSON.stringify(layout) : null, file: list };
  return withSecondFactor(() => sendForm(readStatement, fields));
}

type Row = { row: number; orders: { id: string; amount: number }[] };
/** Rows per request. */
const AT_ONCE = 300;

async function confirm(
  id: string,
  rows: readonly Row[],
): Promise<Pick<StatementResults, 'results'>> {
  const results: StatementResults['results'] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const body = { rows: rows.slice(at, at + AT_ONCE) };
    results.push(...(await callAdmin(confirmStatement, { params: { id }, body })).results);
  }
  return { results };
}

type SourceProps = {
  text: string;
  onType: (text: string) => void;
  onList: (list: List) => void;
};

/** Where the list comes from; rows that are pasted are read at once. */
function Source({ text, onType, onList }: SourceProps) {
  return (
    <Form onSend={() => text.trim() !== '' && onList(text)}>
      <p>
        Descarga la cartola o los últimos movimientos de tu banco (Excel o CSV), o copia las filas
        de su página.
      </p>
      <div>
        <FileButton accept={FILES} onFiles={([file]) => file && onList(file)}>
          Elegir archivo
        </FileButton>
      </div>
      <TextArea
        label="O pega aquí las filas"
        rows={4}
        value={text}
        onType={onType}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text !== '' || !pasted.includes('\n')) return;
          event.preventDefault();
          onType(pasted);
          onList(pasted);
        }}
      />
      <Actions>
        <Button type="submit" variant="secondary" disabled={text.trim() === ''}>
          Leer lo pegado
        </Button>
      </Actions>
    </Form>
  );
}

type NotedProps = {
  noted: Noted;
  undoing: { isBusy: boolean; error: unknown; run: () => Promise<boolean> };
  onClose: () => void;
};

/** What was noted, for a minute with its undo. */
function NotedPart({ noted: { answer, isUndone }, undoing, onClose }: NotedProps) {
  const refused = answer.results.filter(({ success }) => !success);
  const done = answer.results.length - refused.length;
  const [canUndo, setCanUndo] = useState(true);
  useTimeout(true, UNDO_MS, () => setCanUndo(false));
  return (
    <>
      <Notice tone={done > 0 ? 'success' : 'info'}>
        {describeNoted(answer, isUndone)}.
        {!isUndone && done > 0 && ' Les avisaremos por correo en un minuto.'}
      </Notice>
      {refused.length > 0 && (
        <ul className={styles.list} aria-label="Lo que no se pudo">
          {refused.map(({ row, id, message }) => (
            <li key={`${row} ${id}`} className={styles.row}>
              <strong>{id}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      <Failed what="No se pudo deshacer" error={undoing.error} />
      <Actions>
        {!isUndone && done > 0 && canUndo && (
          <Button
            variant="secondary"
            className={parts.button}
            busy={undoing.isBusy}
            onClick={() => void undoing.run()}
          >
            Deshacer
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Listo
        </Button>
      </Actions>
    </>
  );
}
