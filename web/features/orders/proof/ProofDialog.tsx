import { type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { answerProof, viewProof } from '#contract/proofs.ts';
import { formatDate } from '#domain/dates.ts';
import { PROOF_LIMITS, type ProofState } from '#domain/proofs.ts';
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
        <ProofPins items={proof.items} />
        <ProofAnswer
          token={token}
          proof={proof}
          onAnswered={(state) => show({ ...proof, state, answeredAt: new Date().toISOString() })}
          onStale={look}
        />
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

type ProofAnswerProps = {
  token: string;
  proof: ShownProof;
  onAnswered: (state: ProofState) => void;
  /** The shop knows something else of the proof by now. */
  onStale: () => void;
};

/** Yes, or what is to be changed; once it is said, what was. */
function ProofAnswer({ token, proof, onAnswered, onStale }: ProofAnswerProps) {
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

type Item = ShownProof['items'][number];

function ProofPins({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.pins}>
      {items.map((item, index) => (
        <ProofPin key={item.imageUrl} item={item} name={`Imagen ${index + 1}`} />
      ))}
    </ul>
  );
}

function ProofPin({ item, name }: { item: Item; name: string }) {
  const [isLost, setLost] = useState(false);
  const { imageUrl, crop, press, quantity } = item;
  return (
    <li className={styles.pin}>
      {isLost ? (
        <span className={styles.lost}>Imagen no disponible</span>
      ) : (
        <PinFace
          src={imageUrl}
          crop={crop}
          pin={{ press }}
          size="full"
          onLost={() => setLost(true)}
        />
      )}
      <p className={styles.name}>
        {name}: <strong>{quantity === 1 ? '1 pin' : `${quantity} pines`}</strong>
      </p>
    </li>
  );
}

type ShownProof = z.infer<typeof viewProof.answer>;
