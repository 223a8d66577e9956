import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextArea } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import styles from './Order.module.css';

type FormProps = {
  label: string;
  hint: string;
  button: string;
  saved: string;
  maxLength: number;
  isBusy: boolean;
  /** Resolves to true if the shop has saved it. */
  save: (text: string | null) => Promise<boolean>;
};

/** A text to edit, such as notes. Typed text is kept when the order changes meanwhile. */
export function NotesForm({ label, hint, button, saved, maxLength, isBusy, save }: FormProps) {
  /** `basis`: what was saved when the typing began. */
  const [typed, setTyped] = useState<{ text: string; basis: string } | null>(null);
  const isTyped = typed !== null && typed.text !== saved;
  useUnsaved(isTyped);
  const isOvertaken = typed !== null && typed.basis !== saved;
  const send = async () => {
    const text = typed?.text.trim() || null;
    if (!(await save(text))) return;
    // What was typed meanwhile stays.
    setTyped((now) => (now === typed ? null : now && { ...now, basis: text ?? '' }));
  };
  return (
    <Form className={styles.part} onSend={send}>
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        maxLength={maxLength}
        value={typed?.text ?? saved}
        onType={(text) => setTyped({ text, basis: typed?.basis ?? saved })}
      />
      {isOvertaken && (
        <p className="soft" dir="auto">
          Ahora dice: {saved || '(sin notas)'}
        </p>
      )}
      <div className="row">
        <Button type="submit" variant="secondary" busy={isBusy} disabled={!isTyped}>
          {button}
        </Button>
      </div>
    </Form>
  );
}
