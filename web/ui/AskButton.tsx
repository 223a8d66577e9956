import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';

type Acts<Answer> = { onSent: (answer: Answer) => void; onClose: () => void };

type Props<Answer> = Pick<ComponentProps<typeof Button>, 'variant'> & {
  label: string;
  window: (acts: Acts<Answer>) => ReactNode;
  onSent: (answer: Answer) => void;
};

/** A button that opens a window to ask for something; the answer closes it. */
export function AskButton<Answer>({ label, variant = 'quiet', window, onSent }: Props<Answer>) {
  const [isAsking, setAsking] = useState(false);
  const onClose = () => setAsking(false);
  const close = (answer: Answer) => {
    onClose();
    onSent(answer);
  };
  return (
    <>
      <div>
        <Button variant={variant} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
      {isAsking && window({ onSent: close, onClose })}
    </>
  );
}
