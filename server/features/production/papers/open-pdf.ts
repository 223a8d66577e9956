import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Size } from '#domain/pins/crops.ts';
import { type PaperScale, TRUE_SCALE } from '#domain/production/paper.ts';
import type { Context } from '#server/context.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { createPacer } from '#server/lib/take-turn.ts';

declare global {
  namespace PDFKit {
    /** Members of pdfkit that its types lack. */
    interface PDFDocument {
      _root: PDFKitReference;
      openImage(file: Uint8Array): PdfImage;
    }
    interface PDFPage {
      colorSpaces: Record<string, unknown>;
    }
    namespace Mixins {
      interface PDFImage {
        image(src: PdfImage, x: number, y: number, drawn: { width: number; height: number }): this;
      }
    }
  }
}

/** A picture in a document: the file contains it once, however often it is drawn. */
export type PdfImage = { readonly width: number; readonly height: number };

/** A document that is written while it is drawn. */
export type Pdf = {
  document: PDFKit.PDFDocument;
  /** Begins a page; then all coordinates are millimetres from its upper left corner. */
  addPage: (paper: Size, scale?: PaperScale) => void;
  /**
   * To be called between the parts of a drawing: lets other requests run, and waits while the reader
   * is slower than the drawing.
   * @throws the error of the reader once it has failed or gone
   */
  pace: () => Promise<void>;
};

/** Maximum bytes of a document that wait for their reader in memory. */
const AHEAD_BYTES = 4_000_000;
const LOOK_MS = 5;

const POINTS_PER_MM = 72 / 25.4;
const PROFILE = 'sRGB IEC61966-2.1';

/** Opens a PDF in sRGB; its library is loaded with the first one. */
export async function openPdf(about: { title: string; author: string; now: number }): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit');
  const { title, author } = about;
  const document = new PDFDocument({
    autoFirstPage: false,
    lang: 'es-CL',
    info: { Title: title, Author: author, CreationDate: new Date(about.now) },
  });
  const takeTurns = createPacer();
  for (const [name, file] of await readFonts()) {
    document.registerFont(name, file);
    // The first text decodes the font's tables, for 20 ms: both at once would keep others waiting.
    document.font(name).widthOfString(' ');
    await takeTurns();
  }
  const profile = await addProfile(document);
  setPrintedSize(document);
  return {
    document,
    pace: async () => {
      await takeTurns();
      while (document.readableLength > AHEAD_BYTES && !document.destroyed) await sleep(LOOK_MS);
      if (document.destroyed) throw document.errored ?? new Error('nobody reads the document');
    },
    addPage: ({ width, height }, { scaleX, scaleY } = TRUE_SCALE) => {
      document.addPage({ size: [width * POINTS_PER_MM, height * POINTS_PER_MM], margin: 0 });
      document.page.colorSpaces.DefaultRGB = ['ICCBased', profile];
      const [across, down] = [POINTS_PER_MM * scaleX, POINTS_PER_MM * scaleY];
      // Scaled about the centre, so that the margins change equally at every edge.
      const left = ((1 - scaleX) / 2) * width * POINTS_PER_MM;
      const top = ((1 - scaleY) / 2) * height * POINTS_PER_MM;
      document.transform(across, 0, 0, down, left, top);
    },
  };
}

/** Fonts of the texts; a document embeds only the letters that it uses. */
export const FONTS = { regular: 'Liberation Sans', bold: 'Liberation Sans Bold' } as const;
const FONT_FILES = [
  [FONTS.regular, 'LiberationSans-Regular.ttf'],
  [FONTS.bold, 'LiberationSans-Bold.ttf'],
] as const;

function readFonts(): Promise<[name: string, file: Buffer][]> {
  const folder = new URL('./fonts/', import.meta.url);
  return Promise.all(
    FONT_FILES.map(async ([name, file]) => [name, await readFile(new URL(file, folder))]),
  );
}

/** Declares that the document's colours are sRGB, with the profile in the pdfkit package. */
async function addProfile(document: PDFKit.PDFDocument): Promise<PDFKit.PDFKitReference> {
  const file = new URL('./data/sRGB_IEC61966_2_1.icc', import.meta.resolve('pdfkit'));
  const profile = document.ref({ N: 3, Alternate: 'DeviceRGB' });
  profile.end(await readFile(file));
  const intent = document.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: Object(PROFILE),
    OutputConditionIdentifier: Object(PROFILE),
    DestOutputProfile: profile,
  });
  intent.end(undefined);
  Object.assign(document._root.data, { OutputIntents: [intent] });
  return profile;
}

/** Makes viewers offer to print at 100 %, instead of shrinking pages to the printer's margins. */
function setPrintedSize(document: PDFKit.PDFDocument): void {
  const preferences = document.ref({ PrintScaling: 'None' });
  // The document writes them at its end.
  Object.assign(document._root.data, { ViewerPreferences: preferences });
}

/** Returns the shop's document as a file that is sent while it is drawn; an error aborts the response. */
export async function servePdf(
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  { title, name }: { title: string; name: string },
  draw: (pdf: Pdf) => Promise<void> | void,
): Promise<FileAnswer> {
  const { seller } = (await settings.current()).settings;
  const pdf = await openPdf({ title, author: seller.name, now: clock() });
  const content = new PassThrough();
  // It may fail before it is sent, and an error without a listener would end the process.
  const sent = pipeline(pdf.document, content);
  sent.catch(() => undefined);
  const drawAll = async () => {
    await draw(pdf);
    pdf.document.end();
  };
  drawAll().catch((error) => pdf.document.destroy(error));
  return { content, type: 'application/pdf', name };
}
