import { foldText } from '#domain/base/folding.ts';

/** The mail domains of most buyers. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'hotmail.cl',
  'hotmail.es',
  'outlook.cl',
  'outlook.es',
  'yahoo.es',
  'live.cl',
  'vtr.net',
  'mail.com',
  'udec.cl',
  'uchile.cl',
];
/** Domains up to this length (in characters) differ by one letter from many others. */
const SHORT = 8;

/** What looks wrong in an address, and the address that was probably meant; null: not known. */
export type MistypedEmail = { question: string; meant: string | null };

/**
 * Returns what to ask about an address that is valid but looks mistyped: `ana@gmial.con`, or
 * `josé@gmail.com`, whose provider has only ASCII letters before the @. Null when nothing does.
 */
export function doubtEmail(typed: string): MistypedEmail | null {
  const [, user, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  const known = domain && findProvider(domain);
  if (!user || !known) return null;
  const plain = isPlain(user) ? user : foldText(user);
  if (!isPlain(plain)) {
    const [letter] = plain.match(/[^!-~]/u) ?? [];
    return { question: `¿Está bien escrito? ${known} no usa letras como «${letter}»`, meant: null };
  }
  if (plain === user && known === domain) return null;
  const meant = `${plain}@${known}`;
  return { question: `¿Quisiste decir ${plain === user ? known : meant}?`, meant };
}

function isPlain(user: string): boolean {
  return /^[!-~]+$/.test(user);
}

/** Returns the provider with this domain, or with one that differs from it by a slip. */
function findProvider(domain: string): string | undefined {
  if (DOMAINS.includes(domain)) return domain;
  return DOMAINS.map((known) => ({ known, edits: editDistance(domain, known) }))
    .filter(({ known, edits }) => edits <= (known.length <= SHORT ? 1 : 2))
    .sort((a, b) => a.edits - b.edits)[0]?.known;
}

/** Returns the optimal string alignment distance: letters inserted, removed, changed or swapped. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
