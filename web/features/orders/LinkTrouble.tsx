import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { text: string } & ({ onClose: () => void } | { onRetry: () => void });

/** Why a mail's link shows nothing, and the one thing to do about it. */
export function LinkTrouble({ text, ...next }: Props) {
  return (
    <>
      <Notice tone="error">{text}</Notice>
      {'onRetry' in next ? (
        <Button onClick={next.onRetry}>Reintentar</Button>
      ) : (
        <Button onClick={next.onClose}>Entendido</Button>
      )}
    </>
  );
}
