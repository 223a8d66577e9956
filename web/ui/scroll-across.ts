/** The visible part of the next one, which shows that it is there. */
const ROOM_PX = 32;

/** Like `scrollIntoView`, but scrolls only the row, not the window. */
export function scrollAcross(row: HTMLElement, chosen: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
  const before = outer.left + ROOM_PX - inner.left;
  const after = inner.right + ROOM_PX - outer.right;
  if (before > 0) row.scrollLeft -= before;
  // The beginning of one that is wider than the row stays in sight.
  else if (after > 0) row.scrollLeft += Math.min(after, -before);
}
