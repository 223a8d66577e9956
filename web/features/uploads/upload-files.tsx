import { LostAnswer, messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { checkFiles, describeRejection } from './check-files.ts';
import type { UploadedPicture } from './picture.ts';
import { sendPicture } from './send-picture.ts';

class UploadError extends Error {
  /** Files that were not sent, since the connection was lost. */
  readonly unsent: readonly File[];

  constructor(failures: readonly unknown[], unsent: readonly File[]) {
    super(failures.map((failure) => messageOf(failure)).join(' '));
    this.unsent = unsent;
  }
}

/**
 * Uploads chosen files one after another, those that can become pins.
 * @param room how many more pictures are accepted
 * @param onSent called with each upload, its file's name and how many files are left, itself included
 * @throws UploadError if files were rejected or not sent
 */
export async function uploadFiles(
  files: readonly File[],
  room: number,
  onSent: (upload: UploadedPicture, name: string, left: number) => void,
): Promise<void> {
  const { accepted, problem } = await checkFiles(files, room);
  const failures: unknown[] = problem ? [new Error(describeRejection(problem))] : [];
  for (const [at, file] of accepted.entries()) {
    try {
      onSent(await sendPicture(file, file.name), file.name, accepted.length - at);
    } catch (error) {
      failures.push(error);
      // Each of the others would wait as long for nothing.
      if (error instanceof LostAnswer) throw new UploadError(failures, accepted.slice(at));
    }
  }
  if (failures.length > 0) throw new UploadError(failures, []);
}

type Props = { error: unknown; onRetry: (unsent: readonly File[]) => void };

/** Why files were not uploaded, and a button to send those that can be sent. */
export function UploadProblem({ error, onRetry }: Props) {
  const unsent = error instanceof UploadError ? error.unsent : [];
  return (
    <>
      <Problem error={error} />
      {unsent.length > 0 && (
        <div>
          <Button variant="secondary" onClick={() => onRetry(unsent)}>
            Reintentar
          </Button>
        </div>
      )}
    </>
  );
}
