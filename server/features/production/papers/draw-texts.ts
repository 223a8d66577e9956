import { drawText, loadLetters } from '#domain/pins/letters.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { Point } from '#domain/production/packing.ts';
import type { Pdf } from './open-pdf.ts';

/** A drawing that the file contains once and pages show by its name (PDF 32000-1, 8.10). */
type Form = { name: string; reference: PDFKit.PDFKitReference };

type Spot = {
  centre: Point;
  /** By default 1: the pin's real size. */
  scale?: number;
};

export type Texts = {
  /** Draws a pin's text on the current page. */
  draw: (text: PinText, press: Press, spot: Spot) => Promise<void>;
  /** Writes what the texts share; nothing is drawn afterwards. */
  end: () => void;
};

/** Outlines are in thousandths of an em; no letter of a font reaches further. */
const LETTER_BOX = [-2000, -2000, 3000, 3000];

/**
 * Returns what draws pins' texts as outlines, without a font in the file. The file contains each
 * text once, and each letter of a font once, however often they are drawn.
 */
export function createTexts({ document }: Pdf): Texts {
  const letters = new Map<string, Form>();
  const texts = new Map<string, Form>();
  const shown: Record<string, PDFKit.PDFKitReference> = {};
  const resources = document.ref({ XObject: shown });
  let count = 0;

  function addForm(box: readonly number[], content: string): Form {
    count += 1;
    const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: resources };
    const reference = document.ref(form);
    reference.end(content);
    return { name: `T${count}`, reference };
  }

  /** @param paint `f` fills the letter and `S` draws its outline */
  function addLetter(key: string, outline: string, paint: 'f' | 'S'): Form {
    const known = letters.get(key);
    if (known) return known;
    const letter = addForm(LETTER_BOX, `${toOperators(outline)} ${paint}`);
    letters.set(key, letter);
    shown[letter.name] = letter.reference;
    return letter;
  }

  async function addText(text: PinText, press: Press): Promise<Form> {
    const { font, outline, colour } = text;
    const drawn = drawText(text, press, await loadLetters(font));
    const names = Array.from(text.value);
    const places = drawn.letters.map(({ x, y, angle }) => {
      const turn = (angle * Math.PI) / 180;
      const [across, down] = [Math.cos(turn) * drawn.scale, Math.sin(turn) * drawn.scale];
      return write(across, down, -down, across, x, y);
    });
    const draw = (paint: 'f' | 'S') =>
      drawn.letters.flatMap((letter, at) => {
        if (letter.outline === '') return [];
        const { name } = addLetter(`${paint} ${font} ${names[at]}`, letter.outline, paint);
        return `q ${places[at]} cm /${name} Do Q`;
      });
    // All outlines first, so that none covers a neighbouring letter.
    const content = [
      ...(outline ? [`1 j ${write(drawn.lineWidth)} w ${toColour(outline)} RG`, ...draw('S')] : []),
      `${toColour(colour)} rg`,
      ...draw('f'),
    ].join('\n');
    return addForm([-press.cutMm, -press.cutMm, press.cutMm, press.cutMm], content);
  }

  return {
    draw: async (text, press, { centre, scale = 1 }) => {
      const key = JSON.stringify([text, press]);
      const form = texts.get(key) ?? (await addText(text, press));
      texts.set(key, form);
      document.page.xobjects[form.name] = form.reference;
      document.save().translate(centre.x, centre.y).scale(scale);
      document.addContent(`/${form.name} Do`).restore();
    },
    end: () => {
      // The colours of forms are those of pages: sRGB.
      Object.assign(resources.data, { ColorSpace: document.page.colorSpaces });
      resources.end(undefined);
    },
  };
}

/** Returns an outline of `M`, `L`, `Q` and `Z` as operators of PDF, which has cubic curves alone. */
function toOperators(outline: string): string {
  let from: Point = { x: 0, y: 0 };
  return Array.from(outline.matchAll(/([MLQZ])([^MLQZ]*)/g), ([, command, sent = '']) => {
    const numbers = sent.match(/-?\d+/g)?.map(Number) ?? [];
    const [x = 0, y = 0] = numbers.slice(-2);
    const [middleX = 0, middleY = 0] = numbers;
    const start = from;
    from = { x, y };
    if (command === 'Z') return 'h';
    if (command === 'M') return `${write(x, y)} m`;
    if (command === 'L') return `${write(x, y)} l`;
    const near = (end: Point) => [
      end.x + (2 / 3) * (middleX - end.x),
      end.y + (2 / 3) * (middleY - end.y),
    ];
    return `${write(...near(start), ...near(from), x, y)} c`;
  }).join(' ');
}

/** Returns a colour such as `#ff0000` as the numbers `1 0 0`. */
function toColour(hex: string): string {
  return write(...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255));
}

/** Returns numbers as PDF writes them: without an exponent. */
function write(...numbers: readonly number[]): string {
  return numbers.map((number) => Math.round(number * 1_000_000) / 1_000_000).join(' ');
}
