import type { FileRoute } from '#contract/base/route.ts';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './Order.module.css';

type NotedActionsProps = {
  save: string;
  /** Null: nothing is recorded. */
  remove: string | null;
  isBusy: boolean;
  isRemoving: boolean;
  onRemove: () => void;
};

/** Buttons to save or remove what is recorded about an order. */
export function NotedActions({ save, remove, isBusy, isRemoving, onRemove }: NotedActionsProps) {
  return (
    <div className={`${styles.row} ${styles.wide}`}>
      <Button type="submit" variant="secondary" busy={isBusy && !isRemoving} disabled={isBusy}>
        {save}
      </Button>
      {remove !== null && (
        <Button variant="quiet" busy={isRemoving} disabled={isBusy} onClick={onRemove}>
          {remove}
        </Button>
      )}
    </div>
  );
}

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
