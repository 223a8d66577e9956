import type { FileRoute } from '#contract/base/route.ts';
import { isSignedIn } from '#web/lib/account.ts';
import { readFile, fetchFile as request } from '#web/lib/fetch-file.ts';
import { fillPath, type Query } from '#web/lib/fill-path.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { NotSignedIn } from './Failure.tsx';

type Wanted = { params?: Record<string, string>; query?: Query };

/**
 * Saves a file that only admins may read.
 * @throws NotSignedIn, Refusal, LostAnswer
 */
export async function download(
  route: Pick<FileRoute, 'path'>,
  { fallbackName, ...wanted }: Wanted & { fallbackName: string },
): Promise<void> {
  const { content, name } = await fetchFile(route, wanted);
  saveFile(content, name ?? fallbackName);
}

/**
 * Returns a file that only admins may read, and its name if given. The token is sent in a header,
 * so that no URL contains it.
 * @throws NotSignedIn, Refusal, LostAnswer
 */
export async function fetchFile(
  route: Pick<FileRoute, 'path'>,
  { params, query }: Wanted,
): Promise<{ content: Blob; name: string | null }> {
  if (!isSignedIn()) throw new NotSignedIn('act');
  const address = `/api${fillPath(route.path, params, query)}`;
  const answer = await withReauthentication(() => request(address));
  const content = await readFile(answer);
  return { content, name: readFileName(answer.headers.get('Content-Disposition')) };
}

/** Returns the file name of a `Content-Disposition` header, or null. */
export function readFileName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1] ?? null;
}
