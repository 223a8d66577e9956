import type { FileRoute } from '#contract/route.ts';
import { isSignedIn } from '#web/lib/account.ts';
import { isUnauthenticated, JSON_TYPE, LostAnswer, toApiError } from '#web/lib/api.ts';
import { withBearer } from '#web/lib/bearer.ts';
import { fillPath, type Query } from '#web/lib/fill-path.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { noteSecondFactor } from './call-admin.ts';
import { NotSignedIn } from './Failure.tsx';

type Wanted = { params?: Record<string, string>; query?: Query };

/**
 * Saves a file that the shop gives to admins alone.
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
 * Returns a file that the shop gives to admins alone, and its name where it has one. The token goes
 * in a header, so that it is in no address.
 * @throws NotSignedIn, Refusal, LostAnswer
 */
export async function fetchFile(
  route: Pick<FileRoute, 'path'>,
  { params, query }: Wanted,
): Promise<{ content: Blob; name: string | null }> {
  if (!isSignedIn()) throw new NotSignedIn('act');
  const address = `/api${fillPath(route.path, params, query)}`;
  const asked = withBearer(
    (bearer) => ask(address, { ...JSON_TYPE, ...bearer }),
    isUnauthenticated,
  );
  const answer = await noteSecondFactor(asked);
  const content = await answer.blob().catch(() => {
    throw new LostAnswer('');
  });
  return { content, name: readFileName(answer.headers.get('Content-Disposition')) };
}

async function ask(address: string, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(address, { headers }).catch(() => {
    throw new LostAnswer('');
  });
  if (answer.ok) return answer;
  const body: unknown = await answer.json().catch(() => undefined);
  throw toApiError(answer.status, body, answer.headers.get('Retry-After'));
}

/** @returns the name that a `Content-Disposition` header gives, or null */
export function readFileName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1] ?? null;
}
