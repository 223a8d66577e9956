import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ErrorCode, ShopError } from '#domain/base/errors.ts';
import { validationError } from '#server/http/errors.ts';
import { refuseUnstorable, UNSTORABLE } from '#server/http/storable-texts.ts';
import { type Arriving, arrive } from './arrive.ts';

type Wanted = Arriving & {
  /** Name of the file's field, and the path that the file is written to. */
  field: string;
  path: string;
  /** Returns the error for an invalid form. */
  unreadable: () => ShopError;
  /** Maximum number of texts, and bytes of each; by default those of `readFormBodies`. */
  limits?: { fields: number; fieldSize: number } | undefined;
};

/** A form's texts by field; a field may be sent several times. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a multipart form.
 * @returns all its texts, the last text of each field, and whether it had a file
 * @throws ShopError as `arrive`, `validation_failed` for a text that is too long, `unreadable`
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
      // A truncated text would be taken for the whole.
      if (part.valueTruncated) throw validationError({ [part.fieldname]: TOO_LONG });
      const text = String(part.value);
      // What was no UTF-8 would be stored with other signs.
      if (text.includes('\uFFFD')) throw validationError({ [part.fieldname]: UNSTORABLE });
      texts.set(part.fieldname, [...(texts.get(part.fieldname) ?? []), text]);
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

/** Returns what rethrows the error of a too large file with these words: its own speaks of pictures. */
export function sayTooLarge(
  field: string,
  message: string,
  code: ErrorCode = 'image_too_large',
): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ShopError) || error.code !== 'image_too_large') throw error;
    throw new ShopError(code, { message, fields: { [field]: message } });
  };
}
