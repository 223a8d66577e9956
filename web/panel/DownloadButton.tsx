import type { ComponentProps } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { download } from './download.ts';
import { Failed } from './Failure.tsx';
import { SmallButton } from './SmallButton.tsx';

type Props = ComponentProps<typeof SmallButton> & {
  file: Parameters<typeof download>[0];
  /** Which file, and its name if the response has none. */
  of: Parameters<typeof download>[1];
  /** The beginning of the error message. */
  failure: string;
  /** Label while loading; the normal one by default. */
  busyText?: string;
};

/** Saves a file; a window shows the error. */
export function DownloadButton({ file, of, failure, busyText, children, ...rest }: Props) {
  const saving = useTask(() => download(file, of));
  return (
    <>
      <SmallButton {...rest} busy={saving.isBusy} onClick={saving.run}>
        {(saving.isBusy && busyText) || children}
      </SmallButton>
      {saving.error !== null && (
        <Dialog title="No se pudo descargar" width="narrow" onClose={saving.forget}>
          <Failed what={failure} error={saving.error} onRetry={saving.run} />
        </Dialog>
      )}
    </>
  );
}
