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

/** Returns the texts of a multipart form, and whether its file came. @throws ShopError as `arrive` */
export async function readFileForm(
  request: FastifyRequest,
  { field, path, unreadable, ...arriving }: Wanted,
): Promise<{ fields: ReadonlyMap<string, string>; hasFile: boolean }> {
  if (!request.isMultipart()) throw unreadable();
  const fields = new Map<string, string>();
  let hasFile = false;
  for await (const part of readParts(request, unreadable)) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value));
    else if (part.fieldname !== field) part.file.resume();
    else {
      await arrive(part.file, path, arriving);
      hasFile = true;
    }
  }
  refuseUnstorable(Object.fromEntries(fields));
  return { fields, hasFile };
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
