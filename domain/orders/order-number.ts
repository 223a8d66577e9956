import { foldSigns } from '#domain/base/signs.ts';

const NUMBER = /^([0-9A-Z]{5})([0-9A-Z]{5})$/;

/**
 * Returns an order's number in the spelling by which it is found, such as `7K4MQ-X2TBA`: it may be
 * typed or copied with any hyphen or none, with blanks, a `#`, invisible signs or small letters.
 * Another text is returned unchanged.
 */
export function readOrderNumber(typed: string): string {
  const plain = foldSigns(typed)
    .replaceAll(/[\s#-]/g, '')
    .normalize('NFKC')
    .toUpperCase();
  const [, first, second] = NUMBER.exec(plain) ?? [];
  return first === undefined ? typed : `${first}-${second}`;
}
