/** A part of a document that is not split between pages. */
export type Block = {
  /** Millimetres from its upper edge to the next block. */
  takes: number;
  /** Millimetres that must be free for it on its page. */
  needs: number;
};

/** A block's page, counted from 1, and its upper edge on that page. */
type Placed = { page: number; y: number };

/** Returns the places of blocks that stand below each other, on as many pages as they need. */
export function placeBlocks(
  blocks: readonly Block[],
  { top, bottom }: { top: number; bottom: number },
): Placed[] {
  let [page, y] = [1, top];
  return blocks.map(({ takes, needs }) => {
    if (y + needs > bottom) [page, y] = [page + 1, top];
    const placed = { page, y };
    y += takes;
    return placed;
  });
}

/** Returns the page number at the head of a page, such as `hoja 1 de 2`. */
export function pageText(page: number, count: number): string {
  return count === 1 ? 'hoja 1' : `hoja ${page} de ${count}`;
}
