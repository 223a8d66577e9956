import type { Size } from '#domain/pins/crops.ts';
import { PAPERS } from '#domain/production/paper.ts';
import type { Place, SheetLayout } from '#domain/production/sheets.ts';
import type { Pdf } from '#server/features/production/papers/open-pdf.ts';
import { breakLines, writeLine } from '#server/features/production/papers/write-text.ts';
import type { PrintItem } from './sheet-items.ts';

/** A buyer's note on pictures of an order, which count from 1. */
export type Note = { orderId: string; pictures: number[]; text: string };

/** Returns the notes on pins, each once for all pictures of its order that have it. */
export function listNotes(places: readonly Place<PrintItem>[]): Note[] {
  return mergeNotes(
    places.flatMap(({ item: { orderId, picture, notes } }) =>
      notes === null ? [] : { orderId, pictures: [picture], text: notes },
    ),
  );
}

function mergeNotes(notes: readonly Note[]): Note[] {
  const byText = Map.groupBy(notes, ({ orderId, text }) => JSON.stringify([orderId, text]));
  return [...byText.values()].flatMap((same) => {
    const pictures = [...new Set(same.flatMap((note) => note.pictures))];
    return same[0] ? { ...same[0], pictures: pictures.sort((a, b) => a - b) } : [];
  });
}

/** Returns such as `7K4MQ-X2TBA imágenes 1–3, 7: con brillo`, on one line. */
export function describeNote(note: Note): string {
  return `${titleOf(note)}: ${note.text.replaceAll(/\s+/g, ' ')}`;
}

function titleOf({ orderId, pictures }: Note): string {
  const ranges: [from: number, to: number][] = [];
  for (const picture of pictures) {
    const last = ranges.at(-1);
    if (last && last[1] === picture - 1) last[1] = picture;
    else ranges.push([picture, picture]);
  }
  const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return `${orderId} ${pictures.length === 1 ? 'imagen' : 'imágenes'} ${texts.join(', ')}`;
}

const TITLE = { size: 5, height: 9 };
const TEXT = { size: 3.2, height: 4.2 };
const GAP = 2.5;

type Notes = { notes: readonly Note[]; layout: SheetLayout; area: Size; pace: () => Promise<void> };

/** Draws notes in their full length, on as many pages as they take. */
export async function drawNotes(
  { document, addPage }: Pdf,
  { notes, layout, area, pace }: Notes,
): Promise<void> {
  const paper = PAPERS[layout.paper];
  let y = Number.POSITIVE_INFINITY;
  const write = (line: string, isBold: boolean) => {
    if (y + TEXT.height > area.height) {
      addPage(paper, layout);
      document.translate((paper.width - area.width) / 2, (paper.height - area.height) / 2);
      writeLine(document, 'Notas de las imágenes', { x: 0, y: 0, size: TITLE.size, isBold: true });
      y = TITLE.height;
    }
    writeLine(document, line, { x: 0, y, size: TEXT.size, isBold });
    y += TEXT.height;
  };
  for (const note of mergeNotes(notes)) {
    for (const [text, isBold] of [
      [titleOf(note), true],
      [note.text, false],
    ] as const) {
      await pace();
      for (const line of breakLines(document, text, { ...TEXT, isBold, width: area.width })) {
        write(line, isBold);
      }
    }
    y += GAP;
  }
}
