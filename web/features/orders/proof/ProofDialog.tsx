import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { answerProof, undoProofAnswer, viewProof } from '#contract/proofs.ts';
import { formatDate } from '#domain/dates.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { PROOF_LIMITS } from '#domain/proofs.ts';
import { itemKeys } from '#web/features/orders/item-key.ts';
import { LinkTrouble, useLink } from '#web/features/orders/use-link.tsx';
import { CONNECTION_LOST, callApi, Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import styles from './Proof.module.css';

const NO_ANSWER = 'No pudimos abrir la prueba. Revisa tu conexión e intenta de nuevo.';

const viewShownProof = (token: string): Promise<ShownProof> =>
  callApi(viewProof, { body: JSON.stringify({ token }) });

type Props = { token: string; onClose: () => void };

export function ProofDialog({ token, onClose }: Props) {
  const { finding, look, show } = useLink(token, viewShownProof);
  if (finding.name === 'found') {
    const proof = finding.found;
    return (
      <FormDialog
        title="Así quedarán tus pines"
        subtitle={`Pedido ${proof.orderId}`}
        width="wide"
        closesOnBackdrop={false}
        onClose={onClose}
      >
        {proof.state === 'open' ? (
          <OpenProof token={token} proof={proof} onAnswered={show} onStale={look} />
        ) : (
          <AnsweredProof key={proof.answeredAt} token={token} proof={proof} onUndone={look} />
        )}
      </FormDialog>
    );
  }
  const isLooking = finding.name === 'looking';
  return (
    <Dialog title="Prueba de tu pedido" width={isLooking ? 'wide' : 'narrow'} onClose={onClose}>
      {isLooking && <Skeleton lines={2} height="16rem" />}
      {finding.name === 'dead' && <LinkTrouble text={finding.text} onClose={onClose} />}
      {finding.name === 'lost' && <LinkTrouble text={NO_ANSWER} onRetry={look} />}
    </Dialog>
  );
}

type OpenProps = {
  token: string;
  proof: ShownProof;
  onAnswered: (proof: ShownProof) => void;
  /** The shop knows something else of the proof by now. */
  onStale: () => void;
};

/** What the buyer wants changed: of all pins, and of each by its place. */
type Wishes = { words: string; remarks: readonly string[] };

const isBlank = ({ words, remarks }: Wishes) => [words, ...remarks].every((text) => !text.trim());

/** Yes, or what is to be changed. */
function OpenProof({ token, proof, onAnswered, onStale }: OpenProps) {
  const [wishes, setWishes] = useState<Wishes | null>(null);
  const [busy, setBusy] = useState<'approved' | 'changes' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved(wishes !== null && !isBlank(wishes));
  const hasRemarks = proof.items.length > 1;

  const answer = async (approved: boolean) => {
    setBusy(approved ? 'approved' : 'changes');
    setProblem(null);
    try {
      const given = approved ? { approved } : { approved, ...sentWishes(wishes) };
      const body = JSON.stringify({ token, ...given });
      const { state, undoMs } = await callApi(answerProof, { body });
      onAnswered({ ...proof, state, undoMs, answeredAt: new Date().toISOString() });
    } catch (error) {
      const isStale = error instanceof Refusal && [404, 409].includes(error.status);
      if (isStale) onStale();
      else setProblem((error instanceof Error && error.message) || CONNECTION_LOST);
    } finally {
      setBusy(null);
    }
  };

  if (wishes === null) {
    return (
      <>
        <ProofPins items={proof.items} />
        <p className={styles.hint}>
          Míralos con calma: los imprimimos tal como se ven aquí. Puedes responder hasta el{' '}
          {formatDate(proof.expiresAt)}.
        </p>
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <Actions>
          <p className={styles.warning}>
            Después de aprobar ya no se pueden cambiar imágenes, encuadre ni cantidades.
          </p>
          <Button
            variant="secondary"
            disabled={busy !== null}
            onClick={() => setWishes({ words: '', remarks: proof.items.map(() => '') })}
          >
            Pedir cambios
          </Button>
          <Button busy={busy === 'approved'} onClick={() => void answer(true)}>
            Aprobar
          </Button>
        </Actions>
      </>
    );
  }
  return (
    <WishesForm
      wishes={wishes}
      onType={setWishes}
      isBusy={busy !== null}
      problem={problem}
      onBack={() => setWishes(null)}
      onSend={() => void answer(false)}
    >
      {hasRemarks && (
        <ProofPins items={proof.items}>
          {(at) => (
            <Field label={`Imagen ${at + 1}: ¿qué cambiar?`}>
              {(input) => (
                <input
                  {...input}
                  type="text"
                  dir="auto"
                  maxLength={PROOF_LIMITS.remark}
                  value={wishes.remarks[at]}
                  onChange={({ target }) =>
                    setWishes({ ...wishes, remarks: wishes.remarks.with(at, target.value) })
                  }
                />
              )}
            </Field>
          )}
        </ProofPins>
      )}
    </WishesForm>
  );
}

function sentWishes(wishes: Wishes | null) {
  const remarks = wishes?.remarks ?? [];
  return {
    words: wishes?.words.trim() || null,
    remarks: remarks
      .map((words, at) => ({ n: at + 1, words: words.trim() }))
      .filter(({ words }) => words !== ''),
  };
}

type WishesProps = {
  wishes: Wishes;
  onType: (wishes: Wishes) => void;
  isBusy: boolean;
  problem: string | null;
  onBack: () => void;
  onSend: () => void;
  /** The pins with a field each, where there is more than one. */
  children: ReactNode;
};

function WishesForm({ wishes, onType, isBusy, problem, onBack, onSend, children }: WishesProps) {
  const [isMissing, setMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  // The words are what was asked for a moment ago.
  useEffect(() => area.current?.focus(), []);
  // The field with its error: on a phone the window's closing row lies over what is below.
  useEffect(() => {
    if (isMissing) area.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isMissing]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(isBlank(wishes));
    if (isBlank(wishes)) area.current?.focus();
    else onSend();
  };
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Field
        label="¿Qué cambiamos?"
        hint="Por ejemplo: «que se vea más el pelo»."
        error={isMissing ? 'Escribe qué te gustaría cambiar' : undefined}
      >
        {(input) => (
          <textarea
            {...input}
            dir="auto"
            rows={3}
            ref={area}
            maxLength={PROOF_LIMITS.words}
            value={wishes.words}
            onChange={({ target }) => onType({ ...wishes, words: target.value })}
          />
        )}
      </Field>
      {children}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Actions>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          Volver
        </Button>
        <Button type="submit" busy={isBusy}>
          Enviar cambios
        </Button>
      </Actions>
    </form>
  );
}

type AnsweredProps = { token: string; proof: ShownProof; onUndone: () => void };

/** What was answered, and for a minute the way back. */
function AnsweredProof({ token, proof, onUndone }: AnsweredProps) {
  const { items, state, answeredAt, undoMs } = proof;
  const [canUndo, setCanUndo] = useState(undoMs > 0);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), undoMs);
    return () => clearTimeout(timer);
  }, [undoMs]);
  // It stands above the pins, which the answer was given below.
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  const undo = async () => {
    setBusy(true);
    try {
      await callApi(undoProofAnswer, { body: JSON.stringify({ token }) });
      onUndone();
    } catch (error) {
      setProblem((error instanceof Error && error.message) || CONNECTION_LOST);
      setCanUndo(!(error instanceof Refusal));
      setBusy(false);
    }
  };
  const day = formatDate(answeredAt);
  return (
    <>
      <Notice ref={said} tone={state === 'approved' ? 'success' : 'info'} tabIndex={-1}>
        {state === 'approved'
          ? `Aprobaste estos pines el ${day}. ¡Gracias! Te avisaremos cuando vayan en camino.`
          : `Pediste cambios el ${day}. Los veremos y te enviaremos otra prueba por correo.`}
      </Notice>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {canUndo && (
        <p className={styles.undo}>
          Tienes un minuto para cambiar tu respuesta.{' '}
          <Button variant="secondary" busy={isBusy} onClick={() => void undo()}>
            Cambiar mi respuesta
          </Button>
        </p>
      )}
      <ProofPins items={items} />
    </>
  );
}

type Item = ShownProof['items'][number];
type PinsProps = {
  items: readonly Item[];
  /** What stands below a pin. */
  children?: (at: number) => ReactNode;
};

function ProofPins({ items, children }: PinsProps) {
  const keys = itemKeys(items);
  return (
    <ul className={styles.pins}>
      {items.map((item, index) => (
        <ProofPin key={keys[index]} item={item} name={`Imagen ${index + 1}`}>
          {children?.(index)}
        </ProofPin>
      ))}
    </ul>
  );
}

type PinProps = { item: Item; name: string; children: ReactNode };

function ProofPin({ item, name, children }: PinProps) {
  const [isLost, setLost] = useState(false);
  const { imageUrl, crop, press, quantity, text } = item;
  return (
    <li className={styles.pin}>
      {isLost ? (
        <span className={styles.lost}>Imagen no disponible</span>
      ) : (
        <PinFace
          src={imageUrl}
          crop={crop}
          pin={{ press }}
          text={text}
          size="full"
          onLost={() => setLost(true)}
        />
      )}
      <p className={styles.name}>
        {name}: <strong>{quantity === 1 ? '1 pin' : `${quantity} pines`}</strong> {quoteText(item)}
      </p>
      {children}
    </li>
  );
}

type ShownProof = z.infer<typeof viewProof.answer>;
