import type { ComponentProps } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { Failed } from './Failure.tsx';
import { SmallButton } from './SmallButton.tsx';

type Props = ComponentProps<typeof SmallButton> & {
  load: () => Promise<void>;
  /** The beginning of the error message. */
  failure: string;
  /** Label while loading; the normal one by default. */
  busyText?: string;
};

/** Saves a file; a window shows the error. */
export function DownloadButton({ load, failure, busyText, children, ...rest }: Props) {
  const file = useTask(load);
  return (
    <>
      <SmallButton {...rest} busy={file.isBusy} onClick={file.run}>
        {(file.isBusy && busyText) || children}
      </SmallButton>
      {file.error !== null && (
        <Dialog title="No se pudo descargar" width="narrow" onClose={file.forget}>
          <Failed what={failure} error={file.error} onRetry={file.run} />
        </Dialog>
      )}
    </>
  );
}
