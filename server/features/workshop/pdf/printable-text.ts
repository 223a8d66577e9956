/** What Windows-1252, which PDF's own fonts speak, has besides Latin-1. */
const FURTHER = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/**
 * Returns a text in the letters of PDF's own fonts, which hold all of Spanish. Others lose their
 * marks, such as `ḻ`; where that does not help they become `?`. Line breaks stay.
 */
export function printableText(text: string): string {
  return Array.from(text.normalize('NFC'), printable).join('');
}

function printable(letter: string): string {
  if (isPrintable(letter)) return letter;
  const plain = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  if (plain.length === 0) return '';
  return plain.every(isPrintable) ? plain.join('') : '?';
}

function isPrintable(letter: string): boolean {
  return letter === '\n' || /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(letter) || FURTHER.has(letter);
}
