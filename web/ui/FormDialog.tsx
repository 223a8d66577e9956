import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Unsaved, useLeaveGuard } from './unsaved.ts';

type Props = Omit<ComponentProps<typeof Dialog>, 'closesOnBackdrop'> & {
  /** There is unsaved text; parts of the window report theirs by `useUnsaved`. */
  isTyped?: boolean;
};

/** A window with a form: it and the browser ask before typed text is lost. */
export function FormDialog({ isTyped = false, onClose, children, ...rest }: Props) {
  const typedParts = useRef(new Set<string>());
  const [next, setNext] = useState<{ goOn: () => void } | null>(null);
  const hear = (part: string, isPartTyped: boolean) => {
    if (isPartTyped) typedParts.current.add(part);
    else typedParts.current.delete(part);
  };
  const isUnsaved = () => isTyped || typedParts.current.size > 0;
  const leave = (goOn: () => void) => {
    if (isUnsaved()) setNext({ goOn });
    else goOn();
  };
  useLeaveGuard(leave, rest.beside === true);
  const askBeforeUnload = useEffectEvent((event: Event) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: Event) => askBeforeUnload(event);
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Dialog {...rest} closesOnBackdrop={false} onClose={() => leave(onClose)}>
      <Unsaved value={hear}>{children}</Unsaved>
      {next && (
        <ConfirmDialog
          title="¿Descartar los cambios?"
          confirm="Descartar"
          cancel="Seguir editando"
          onConfirm={next.goOn}
          onCancel={() => setNext(null)}
        >
          <p>Escribiste algo que todavía no está guardado.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
