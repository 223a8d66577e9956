import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ShopError } from '#domain/errors.ts';
import { type Arriving, arrive } from '#server/features/uploads/arrive.ts';
import { refuseUnstorable } from '#server/http/storable-texts.ts';

type Wanted = Arriving & {
  /** The field of the file, and where it is written to. */
  field: string;
  path: string;
  /** What to throw for a form that cannot be read. */
  unreadable: () => ShopError;
};

/** A form's texts, each field as often as it was sent. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the texts of a multipart form, all of them and the last of each field, and whether its file came.
 * @throws ShopError as `arrive`
 */
export async function readFileForm(
  request: FastifyRequest,
  { field, path, unreadable, ...arriving }: Wanted,
): Promise<{ texts: FormTexts; fields: ReadonlyMap<string, string>; hasFile: boolean }> {
  if (!request.isMultipart()) throw unreadable();
  const texts = new Map<string, string[]>();
  let hasFile = false;
  for await (const part of readParts(request, unreadable)) {
    if (part.type === 'field') {
      texts.set(part.fieldname, [...(texts.get(part.fieldname) ?? []), String(part.value)]);
    } else if (part.fieldname !== field) part.file.resume();
    else {
      await arrive(part.file, path, arriving);
      hasFile = true;
    }
  }
  refuseUnstorable(Object.fromEntries([...texts].map(([name, all]) => [name, all.join()])));
  const fields = new Map([...texts].map(([name, all]) => [name, all.at(-1) ?? '']));
  return { texts, fields, hasFile };
}

async function* readParts(
  request: FastifyRequest,
  unreadable: () => ShopError,
): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch {
    throw unreadable();
  }
}
