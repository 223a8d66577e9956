import type { FileRoute } from '#contract/base/route.ts';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { useTask } from '#web/ui/use-task.ts';

type NotedFileProps = {
  route: FileRoute & { path: `${string}{id}${string}` };
  id: string;
  /** File name if the response has none. */
  fallbackName: string;
  label: string;
  /** The beginning of the error message. */
  failure: string;
};

/** Saves a file of an order, in its own type. */
export function NotedFile({ route, id, fallbackName, label, failure }: NotedFileProps) {
  const saving = useTask(() => download(route, { params: { id }, fallbackName }));
  return (
    <>
      <SmallButton busy={saving.isBusy} onClick={saving.run}>
        {label}
      </SmallButton>
      <Failed what={failure} error={saving.error} onRetry={saving.run} />
    </>
  );
}
