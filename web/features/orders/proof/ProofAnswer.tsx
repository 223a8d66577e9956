import { type FormEvent, useEffect, useRef, useState } from 'react';
import { answerProof } from '#contract/proofs.ts';
import { formatDate } from '#domain/dates.ts';
import { PROOF_LIMITS, type ProofState } from '#domain/proofs.ts';
import { CONNECTION_LOST, callApi, Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import styles from './Proof.module.css';
import type { ShownProof } from './shown-proof.ts';

type Props = {
  token: string;
  proof: ShownProof;
  onAnswered: (state: ProofState) => void;
  /** The shop knows something else of the proof by now. */
  onStale: () => void;
};

/** Yes, or what is to be changed; once it is said, what was. */
export function ProofAnswer({ token, proof, onAnswered, onStale }: Props) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState<'approved' | 'changes' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isWriting = words !== null;
  // The words are what was asked for a moment ago.
  useEffect(() => {
    if (isWriting) area.current?.focus();
  }, [isWriting]);
  // The field with its error: on a phone the window's closing row lies over what is below.
  useEffect(() => {
    if (isMissing) area.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isMissing]);
  useUnsaved(proof.state === 'open' && Boolean(words?.trim()));
  if (proof.state !== 'open') return <Answered proof={proof} />;

  const answer = async (approved: boolean) => {
    setBusy(approved ? 'approved' : 'changes');
    setProblem(null);
    try {
      const body = JSON.stringify({ token, approved, words: approved ? null : words });
      onAnswered((await callApi(answerProof, { body })).state);
    } catch (error) {
      const isStale = error instanceof Refusal && [404, 409].includes(error.status);
      if (isStale) onStale();
      else setProblem((error instanceof Error && error.message) || CONNECTION_LOST);
    } finally {
      setBusy(null);
    }
  };
  const askForChanges = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = !words?.trim();
    setMissing(isEmpty);
    if (isEmpty) area.current?.focus();
    else void answer(false);
  };

  if (words === null) {
    return (
      <>
        <p className={styles.hint}>
          Míralos con calma: los imprimimos tal como se ven aquí. Puedes responder hasta el{' '}
          {formatDate(proof.expiresAt)}.
        </p>
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <Actions>
          <Button variant="secondary" disabled={busy !== null} onClick={() => setWords('')}>
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
    <form className={styles.form} noValidate onSubmit={askForChanges}>
      <Field
        label="¿Qué cambiamos?"
        hint="Por ejemplo: «en la imagen 2, que se vea más el pelo»."
        error={isMissing ? 'Escribe qué te gustaría cambiar' : undefined}
      >
        {(input) => (
          <textarea
            {...input}
            dir="auto"
            rows={4}
            ref={area}
            maxLength={PROOF_LIMITS.words}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Actions>
        <Button variant="secondary" disabled={busy !== null} onClick={() => setWords(null)}>
          Volver
        </Button>
        <Button type="submit" busy={busy === 'changes'}>
          Enviar cambios
        </Button>
      </Actions>
    </form>
  );
}

function Answered({ proof: { state, answeredAt } }: { proof: ShownProof }) {
  const day = formatDate(answeredAt);
  return (
    <Notice tone={state === 'approved' ? 'success' : 'info'}>
      {state === 'approved'
        ? `Aprobaste estos pines el ${day}. ¡Gracias! Te avisaremos cuando vayan en camino.`
        : `Pediste cambios el ${day}. Los veremos y te enviaremos otra prueba por correo.`}
    </Notice>
  );
}
