import { doubtEmail, type MistypedEmail } from '#domain/mistyped-email.ts';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';

type Props = { typed: string; onCorrect: (meant: string) => void };

/** Asks about an address that looks mistyped; the address is never rejected. */
export function EmailDoubt({ typed, onCorrect }: Props) {
  const doubt = doubtEmail(typed);
  return <div role="status">{doubt && <Question {...doubt} onCorrect={onCorrect} />}</div>;
}

type QuestionProps = Pick<Props, 'onCorrect'> & MistypedEmail;

function Question({ question, meant, onCorrect }: QuestionProps) {
  if (meant === null) return <p className={fieldStyles.hint}>{question}</p>;
  return (
    <Button variant="quiet" onClick={() => onCorrect(meant)}>
      {`${question} Corregir`}
    </Button>
  );
}
