import { useState } from 'react';
import type { StatementResults } from '#contract/payments/statements.ts';
import { UNDO_MS } from '#domain/base/undo.ts';
import { Refusal } from '#web/lib/api.ts';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form, TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useTask } from '#web/ui/use-task.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { BankColumns } from './BankColumns.tsx';
import styles from './BankWindow.module.css';
import {
  type BankList,
  confirmOffers,
  FETCHED,
  type Offer,
  readList,
  undoOffers,
} from './bank-lists.ts';
import { describeNoted } from './bank-texts.ts';
import { Matches } from './Matches.tsx';

const FILES = '.csv,.txt,.tsv,.xlsx,.xls,.htm,.html,text/csv,text/plain';

type Noted = { results: StatementResults['results']; isUndone: boolean };

export type BankWindowProps = {
  /** Whether the bank's movements can be fetched. */
  canFetch: boolean;
  onNoted: () => void;
  onClose: () => void;
};

/** Compares the bank's lists, files or pasted rows, with the orders that lack money. */
export function BankWindow({ canFetch, onNoted, onClose }: BankWindowProps) {
  const [lists, setLists] = useState<readonly BankList[]>([]);
  const [text, setText] = useState('');
  const [noted, setNoted] = useState<Noted | null>(null);
  const [undoable, setUndoable] = useState<ReadonlySet<string>>(new Set());
  const reading = useTask(async (contents: readonly BankList['content'][]) => {
    setLists([]);
    const all: BankList[] = [];
    for (const content of contents) all.push(await readList(content));
    setLists(all);
  });
  const correcting = useTask(async (list: BankList, layout: Parameters<typeof readList>[1]) => {
    const corrected = await readList(list.content, layout);
    setLists((now) => now.map((each) => (each === list ? corrected : each)));
  });
  const noting = useTask(async (offers: readonly Offer[]) => {
    const results: StatementResults['results'] = [];
    const statements = new Set<string>();
    try {
      await confirmOffers(offers, (statement, more) => {
        results.push(...more);
        if (more.some(({ success }) => success)) statements.add(statement);
      });
    } finally {
      setUndoable(statements);
      if (results.length > 0) setNoted({ results, isUndone: false });
      onNoted();
    }
  });
  const undoing = useTask(async () => {
    setNoted({ results: await undoOffers([...undoable]), isUndone: true });
    onNoted();
  });
  const isReading = reading.isBusy || correcting.isBusy;
  const reads = lists.flatMap(({ read }) => read ?? []);
  return (
    <FormDialog
      title="Comparar con el banco"
      subtitle="Nada de la lista sale de tu tienda: queda solo qué movimiento pagó qué pedido."
      width="wide"
      locked={noting.isBusy || undoing.isBusy}
      isTyped={text.trim() !== '' && reads.length === 0}
      onClose={onClose}
    >
      <div className={styles.frame}>
        {noted ? (
          <NotedPart
            key={String(noted.isUndone)}
            {...{ noted, undoing, onClose }}
            canUndo={undoable.size > 0}
            rest={noting.error}
          />
        ) : (
          <>
            {reads.length === 0 && !isReading && (
              <Source
                canFetch={canFetch}
                text={text}
                onType={setText}
                onLists={(contents) => void reading.run(contents)}
              />
            )}
            {isReading && <Skeleton lines={4} height="4rem" />}
            {!isReading &&
              lists.map(
                (list) =>
                  list.read === null && (
                    <Unread
                      key={list.key}
                      list={list}
                      onCorrect={(layout) => void correcting.run(list, layout)}
                    />
                  ),
              )}
            {reads.length > 0 && !isReading && (
              <Matches
                key={reads.map(({ statement }) => statement.id).join()}
                lists={lists}
                reads={reads}
                isBusy={noting.isBusy}
                error={noting.error}
                onCorrect={(list, layout) => void correcting.run(list, layout)}
                onOther={() => setLists([])}
                onNote={(offers) => void noting.run(offers)}
              />
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}

type UnreadProps = { list: BankList; onCorrect: Parameters<typeof BankColumns>[0]['onCorrect'] };

/** A list that was not read, with its columns to correct. */
function Unread({ list: { content, error }, onCorrect }: UnreadProps) {
  const preview = error instanceof Refusal ? error.preview : [];
  const what = content instanceof File ? `leer «${content.name}»` : 'leer la lista';
  return (
    <div ref={takeFocus} tabIndex={-1} className="stack-1">
      <Failed
        what={`No pudimos ${content === FETCHED ? 'traer los movimientos' : what}`}
        error={error}
      />
      {preview.length > 0 && <BankColumns rows={preview} layout={{}} onCorrect={onCorrect} />}
    </div>
  );
}

type SourceProps = {
  canFetch: boolean;
  text: string;
  onType: (text: string) => void;
  onLists: (contents: readonly BankList['content'][]) => void;
};

/** Where the lists come from: chosen or dropped files; rows that are pasted are read at once. */
function Source({ canFetch, text, onType, onLists }: SourceProps) {
  return (
    <Form
      onSend={() => text.trim() !== '' && onLists([text])}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onLists(files);
      }}
    >
      <p>
        Descarga la cartola o los últimos movimientos de tu banco (Excel o CSV), o copia las filas
        de su página. Si tienes varios bancos, elige o suelta aquí todos los archivos juntos.
      </p>
      <div className="row">
        {canFetch && <Button onClick={() => onLists([FETCHED])}>Traer del banco</Button>}
        <FileButton accept={FILES} multiple onFiles={onLists}>
          Elegir archivos
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
          onLists([pasted]);
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
  canUndo: boolean;
  undoing: { isBusy: boolean; error: unknown; run: () => Promise<boolean> };
  /** Why not all was noted. */
  rest: unknown;
  onClose: () => void;
};

/** What was noted, for a minute with its undo. */
function NotedPart({ noted: { results, isUndone }, canUndo, undoing, rest, onClose }: NotedProps) {
  const refused = results.filter(({ success }) => !success);
  const done = results.length - refused.length;
  const [isInTime, setInTime] = useState(true);
  useTimeout(true, UNDO_MS, () => setInTime(false));
  return (
    <>
      <Notice ref={takeFocus} tone={done > 0 ? 'success' : 'info'} tabIndex={-1}>
        {describeNoted(results, isUndone)}.
        {!isUndone && done > 0 && ' Les avisaremos por correo en un minuto.'}
      </Notice>
      <Failed what="No se pudo anotar lo demás" error={rest} />
      {refused.length > 0 && (
        <ul className="stack" aria-label="Lo que no se pudo">
          {refused.map(({ row, id, message }) => (
            <li key={`${row} ${id}`} className={styles.row}>
              <strong>{id}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      <Failed what="No se pudo deshacer" error={undoing.error} />
      <Actions>
        {!isUndone && canUndo && isInTime && (
          <Button
            variant="secondary"
            className={parts.button}
            busy={undoing.isBusy}
            onClick={() => void undoing.run()}
          >
            Deshacer
          </Button>
        )}
        <Button onClick={onClose}>Listo</Button>
      </Actions>
    </>
  );
}
