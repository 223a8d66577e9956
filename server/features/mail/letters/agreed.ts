import { type LegalText, nameVersion } from '#domain/legal/document.ts';
import type { Block } from '../letter.ts';

/** What the buyer agreed to; its texts where this program still has that version's. */
export type Agreed = { version: string; texts: readonly LegalText[] };

/** A whole copy of what was agreed, as Ley 19.496, art. 12 A wants it. */
export function agreedBlocks({ version, texts }: Agreed): Block[] {
  const named = nameVersion(version).toLowerCase();
  const text =
    texts.length > 0
      ? `Abajo va tu copia de las condiciones que aceptaste (${named}). Guarda este correo.`
      : `Tu pedido vale con las condiciones que aceptaste (${named}). Pídenos una copia cuando quieras.`;
  return [{ kind: 'note', text }, ...texts.map((each): Block => ({ kind: 'legal', text: each }))];
}
