import * as z from 'zod/mini';
import { formatRut, rutKey } from '#domain/base/rut.ts';
import { copiedLine } from './fields.ts';

/** Maximum length as typed, in characters. */
const MAX = 16;

/** A RUT in any writing, read as `12.345.678-K`; `mayBeEmpty`: or none. */
export function rut({ mayBeEmpty = false } = {}) {
  const fits = (text: string) => (mayBeEmpty && text === '') || rutKey(text) !== null;
  return copiedLine(MAX).check(
    z.refine((text) => mayBeEmpty || text !== '', { error: 'Escribe el RUT', abort: true }),
    z.refine(fits, {
      error: 'El RUT no es correcto: revisa el número y su dígito verificador',
      abort: true,
    }),
    z.overwrite((text) => formatRut(rutKey(text) ?? text)),
  );
}
