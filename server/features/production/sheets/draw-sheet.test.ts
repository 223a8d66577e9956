import { expect, test } from 'vitest';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { planSheet } from '#domain/production/sheets.ts';
import { openPdf } from '#server/features/production/papers/open-pdf.ts';
import { makeJpeg } from '#server/testing/pictures.ts';
import { drawSheet } from './draw-sheet.ts';

const layout = { paper: 'a4', margin: 5, gap: 3.2, scaleX: 1, scaleY: 1 } as const;

/** Draws pins of two names. @returns the file, and how often it paused and read a picture */
async function draw(quantity: number) {
  const items = ['Ana', 'Ñandú'].map((value, at) => ({
    ...{
      orderId: 'A',
      picture: at + 1,
      quantity,
      cutMm: DEFAULT_PRESS.cutMm,
      name: null,
      notes: null,
    },
    ...{ uploadId: 'same', crop: MIDDLE_CROP, press: DEFAULT_PRESS, isUnapproved: false },
    text: { ...FIRST_STYLE, value },
  }));
  const pages = planSheet(items, layout);
  const pdf = await openPdf({ title: '', author: '', now: 0 });
  let [paused, read] = [0, 0];
  const content = pdf.document.toArray();
  await drawSheet(pdf, {
    ...{ pages, layout, printer: null, separation: 'colours' },
    readPicture: async () => {
      read += 1;
      return makeJpeg();
    },
    pace: async () => {
      paused += 1;
    },
  });
  pdf.document.end();
  return { file: Buffer.concat(await content).toString('latin1'), paused, read };
}

test('every pin is a pause, but each picture and each text is drawn once', async () => {
  const forms = (file: string) => file.match(/\/Subtype \/Form/g)?.length;
  const [few, many] = [await draw(1), await draw(30)];
  expect([many.paused, many.read]).toEqual([60, 1]);
  expect(forms(few.file)).toBeGreaterThan(2);
  expect(forms(many.file)).toBe(forms(few.file));
});

test('a pause ends a drawing whose reader is gone', async () => {
  const pdf = await openPdf({ title: '', author: '', now: 0 });
  await pdf.pace();
  pdf.document.destroy();
  await expect(pdf.pace()).rejects.toThrow('nobody reads the document');
});
