import { checkFiles, describeRejection } from './check-files.ts';
import type { UploadedPicture } from './picture.ts';
import { sendPicture } from './send-picture.ts';

/**
 * Uploads chosen files one after another, those that can become pins.
 * @param room how many more pictures are accepted
 * @param onSent called with each upload, its file's name and how many files are left, itself included
 * @throws Error for the buyer after the last file, if one of them was rejected or not sent
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
    }
  }
  if (failures.length > 0) throw failures.at(-1);
}
