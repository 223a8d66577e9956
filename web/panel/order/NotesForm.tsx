import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextArea } from '#web/ui/FormFields.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import styles from './Order.module.css';
import { afterSending } from './order-texts.ts';

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
  const [typed, setTyped] = useState<string | null>(null);
  const [basis, setBasis] = useState(saved);
  const isTyped = typed !== null && typed !== saved;
  useUnsaved(isTyped);
  const isOvertaken = typed !== null && basis !== saved;
  const send = async () => {
    const text = typed?.trim() || null;
    if (!(await save(text))) return;
    setTyped(afterSending(typed, null));
    setBasis(text ?? '');
  };
  return (
    <Form className={styles.part} onSend={send}>
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        maxLength={maxLength}
        value={typed ?? saved}
        onType={(text) => {
          if (typed === null) setBasis(saved);
          setTyped(text);
        }}
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
