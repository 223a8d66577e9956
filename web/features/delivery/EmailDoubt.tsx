import { doubtEmail, type MistypedEmail } from '#domain/people/mistyped-email.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './EmailDoubt.module.css';

type Props = { typed: string; onCorrect: (meant: string) => void };

/** Asks about an address that looks mistyped; the address is never rejected. */
export function EmailDoubt({ typed, onCorrect }: Props) {
  const doubt = doubtEmail(typed);
  return <div role="status">{doubt && <Question {...doubt} onCorrect={onCorrect} />}</div>;
}

type QuestionProps = Pick<Props, 'onCorrect'> & MistypedEmail;

function Question({ question, meant, onCorrect }: QuestionProps) {
  if (meant === null) {
    return (
      <div className={styles.question}>
        <Notice tone="info" role="note">
          {question}
        </Notice>
      </div>
    );
  }
  return (
    <Button variant="quiet" onClick={() => onCorrect(meant)}>
      {`${question} Corregir`}
    </Button>
  );
}
