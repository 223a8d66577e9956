import { type ReactNode, useEffect, useRef, useState } from 'react';
import { answerProof } from '#contract/production/proofs.ts';
import { formatDate } from '#domain/base/dates.ts';
import { PROOF_LIMITS } from '#domain/production/proofs.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, Problem, TextArea, TextField } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './Proof.module.css';
import { ProofPins, type ShownProof } from './ProofPins.tsx';

type OpenProps = {
  token: string;
  proof: ShownProof;
  onAnswered: (proof: ShownProof) => void;
  /** The proof has changed in the shop meanwhile. */
  onStale: () => void;
};

/** Requested changes, of all pins and of each one by its position. */
type ChangeRequest = { words: string; remarks: readonly string[] };

const isBlank = ({ words, remarks }: ChangeRequest) =>
  [words, ...remarks].every((text) => !text.trim());

/** Approves the pins, or requests changes. */
export function OpenProof({ token, proof, onAnswered, onStale }: OpenProps) {
  const [request, setRequest] = useState<ChangeRequest>(() => ({
    words: '',
    remarks: proof.items.map(() => ''),
  }));
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useTasks<'approved' | 'changes'>();
  useUnsaved(!isBlank(request));
  const hasRemarks = proof.items.length > 1;

  const answer = (approved: boolean) =>
    void run(approved ? 'approved' : 'changes', async () => {
      const body = approved ? { token, approved } : { token, approved, ...toBody(request) };
      try {
        const { state, undoMs } = await callApi(answerProof, { body });
        onAnswered({ ...proof, state, undoMs, answeredAt: new Date().toISOString() });
      } catch (cause) {
        const isStale = cause instanceof Refusal && [404, 409].includes(cause.status);
        if (!isStale) throw cause;
        onStale();
      }
    });

  if (!isAsking) {
    return (
      <>
        <ProofPins items={proof.items} />
        <p className={styles.hint}>
          Míralos con calma: los imprimimos tal como se ven aquí. Puedes responder hasta el{' '}
          {formatDate(proof.expiresAt)}.
        </p>
        <Problem error={error} />
        <Actions>
          <p className={styles.warning}>
            {proof.isUnpaid
              ? 'Si apruebas, los mandamos a imprimir apenas confirmemos tu pago'
              : 'Si apruebas, los mandamos a imprimir'}
            : una vez impresos ya no se pueden cambiar imágenes, encuadre ni cantidades.
          </p>
          <Button variant="secondary" disabled={busy !== null} onClick={() => setAsking(true)}>
            Pedir cambios
          </Button>
          <Button busy={busy === 'approved'} onClick={() => answer(true)}>
            Aprobar
          </Button>
        </Actions>
      </>
    );
  }
  return (
    <ChangeRequestForm
      request={request}
      onType={setRequest}
      isBusy={busy !== null}
      error={error}
      onBack={() => setAsking(false)}
      onSend={() => answer(false)}
    >
      {hasRemarks && (
        <ProofPins items={proof.items}>
          {(at) => (
            <TextField
              label={`Imagen ${at + 1}: ¿qué cambiar?`}
              dir="auto"
              maxLength={PROOF_LIMITS.remark}
              value={request.remarks[at] ?? ''}
              onType={(remark) =>
                setRequest({ ...request, remarks: request.remarks.with(at, remark) })
              }
            />
          )}
        </ProofPins>
      )}
    </ChangeRequestForm>
  );
}

function toBody({ words, remarks }: ChangeRequest) {
  return {
    words: words.trim() || null,
    remarks: remarks
      .map((words, at) => ({ n: at + 1, words: words.trim() }))
      .filter(({ words }) => words !== ''),
  };
}

type FormProps = {
  request: ChangeRequest;
  onType: (request: ChangeRequest) => void;
  isBusy: boolean;
  error: unknown;
  onBack: () => void;
  onSend: () => void;
  /** The pins with a field each, if there are several. */
  children: ReactNode;
};

function ChangeRequestForm(props: FormProps) {
  const { request, onType, isBusy, error, onBack, onSend, children } = props;
  const [isMissing, setMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  // The buyer has just asked for this field.
  useEffect(() => area.current?.focus(), []);
  // Scrolls to the field with its error, which the window's last row may cover on a phone.
  useEffect(() => {
    if (isMissing) area.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [isMissing]);
  const send = () => {
    setMissing(isBlank(request));
    if (isBlank(request)) area.current?.focus();
    else onSend();
  };
  return (
    <Form noValidate onSend={send}>
      <TextArea
        label="¿Qué cambiamos?"
        hint="Por ejemplo: «que se vea más el pelo»."
        error={isMissing ? 'Escribe qué te gustaría cambiar' : undefined}
        rows={3}
        ref={area}
        maxLength={PROOF_LIMITS.words}
        value={request.words}
        onType={(words) => onType({ ...request, words })}
      />
      {children}
      <Problem error={error} />
      <Actions cancel="Volver" isBusy={isBusy} onCancel={onBack}>
        <Button type="submit" busy={isBusy}>
          Enviar cambios
        </Button>
      </Actions>
    </Form>
  );
}
