import type { Pdf } from './open-pdf.ts';

/** A part of a document that is not split between pages. */
export type Block = {
  /** Millimetres from its upper edge to the next block. */
  takes: number;
  /** Millimetres that must be free for it on its page. */
  needs: number;
  /** Draws it at its upper edge; left out: nothing. */
  draw?: (y: number) => Promise<void> | void;
};

/** Blocks with their pages, counted from 1, and their upper edges below the tops of these. */
type Placed = { blocks: (Block & { page: number; y: number })[]; pages: number };

/** Returns the places of blocks that stand below each other, on as many pages as they need. */
export function placeBlocks(
  blocks: readonly Block[],
  { top, bottom }: { top: number; bottom: number },
): Placed {
  let [page, y] = [1, top];
  const placed = blocks.map((block) => {
    if (y + block.needs > bottom) [page, y] = [page + 1, top];
    const at = { ...block, page, y };
    y += block.takes;
    return at;
  });
  return { blocks: placed, pages: page };
}

/** Draws placed blocks. @param begin begins a page, and returns where its top is */
export async function drawBlocks(
  { pace }: Pdf,
  { blocks, pages }: Placed,
  begin: (page: number, pages: number) => number,
): Promise<void> {
  let [begun, top] = [0, 0];
  for (const { page, y, draw } of blocks) {
    if (page > begun) top = begin(page, pages);
    begun = page;
    await pace();
    await draw?.(top + y);
  }
}

/** Returns the page number at the head of a page, such as `hoja 1 de 2`. */
export function pageText(page: number, count: number): string {
  return count === 1 ? 'hoja 1' : `hoja ${page} de ${count}`;
}
