import { isRut } from './rut.mjs';
import { foldSigns } from './signs.ts';

export { isRut };

/**
 * Returns one spelling of a RUT, `12345678-K`, however it is written: with dots, blanks, zeros
 * before it or without its hyphen. Null: it is none.
 */
export function rutKey(text: string): string | null {
  const plain = foldSigns(text).replaceAll(/[ .-]/g, '').toUpperCase();
  const [, digits, check] = /^0{0,4}([1-9]\d{6,7})([\dK])$/.exec(plain) ?? [];
  const key = `${digits}-${check}`;
  return isRut(key) ? key : null;
}

/** Returns a RUT with dots and a capital K, such as `12.345.678-K`; one that is none as it is. */
export function formatRut(rut: string): string {
  const [number = '', check] = rut.trim().replaceAll('.', '').split('-');
  return check === undefined || !/^\d+$/.test(number)
    ? rut
    : `${Number(number).toLocaleString('es-CL')}-${check.toUpperCase()}`;
}
