import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ShopError } from '#domain/errors.ts';
import { type Arriving, arrive } from '#server/features/uploads/arrive.ts';
import { validationError } from '#server/http/errors.ts';
import { refuseUnstorable } from '#server/http/storable-texts.ts';

type Wanted = Arriving & {
  /** The field of the file, and where it is written to. */
  field: string;
  path: string;
  /** What to throw for a form that cannot be read. */
  unreadable: () => ShopError;
  /** How many texts it may have, and bytes of each; left out: as `readFormBodies` says. */
  limits?: { fields: number; fieldSize: number } | undefined;
};

/** A form's texts, each field as often as it was sent. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the texts of a multipart form, all of them and the last of each field, and whether its file came.
 * @throws ShopError as `arrive`, `validation_failed` for a text that is too long, its `unreadable`
 */
export async function readFileForm(
  request: FastifyRequest,
  { field, path, unreadable, limits, ...arriving }: Wanted,
): Promise<{ texts: FormTexts; fields: ReadonlyMap<string, string>; hasFile: boolean }> {
  if (!request.isMultipart()) throw unreadable();
  const texts = new Map<string, string[]>();
  let hasFile = false;
  for await (const part of readParts(request, { unreadable, limits })) {
    if (part.type === 'field') {
      // A part of it would be taken for the whole.
      if (part.valueTruncated) throw validationError({ [part.fieldname]: TOO_LONG });
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

const TOO_LONG = 'El texto es demasiado largo';

async function* readParts(
  request: FastifyRequest,
  { unreadable, limits }: Pick<Wanted, 'unreadable' | 'limits'>,
): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(limits && { limits: { ...limits, parts: limits.fields + 1 } });
  } catch {
    throw unreadable();
  }
}
