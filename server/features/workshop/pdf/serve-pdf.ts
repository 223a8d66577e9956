import { PassThrough } from 'node:stream';
import type { FileAnswer } from '#server/http/route.ts';
import { openPdf, type Pdf } from './open-pdf.ts';

/** Returns a document as a file that is sent while it is drawn; a failure breaks it off. */
export async function servePdf(
  about: { title: string; name: string; author: string; now: number },
  draw: (pdf: Pdf) => Promise<void> | void,
): Promise<FileAnswer> {
  const pdf = await openPdf(about);
  const content = new PassThrough();
  // It may fail before it is sent, and an error that nobody listens for ends the whole process.
  content.on('error', () => undefined);
  pdf.document.pipe(content);
  const drawAll = async () => {
    await draw(pdf);
    pdf.document.end();
  };
  drawAll().catch((error) => content.destroy(error));
  return { content, type: 'application/pdf', name: about.name };
}
