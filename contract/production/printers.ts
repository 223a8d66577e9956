import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, mustBe, success } from '#contract/base/fields.ts';
import { SCALE_LIMITS } from '#domain/production/paper.ts';

export const PRINTER_NAME_LENGTH = 60;

const [min, max] = SCALE_LIMITS;
const factor = z
  .number({ error: mustBe('un número') })
  .check(
    z.refine((value) => value >= min && value <= max, {
      error: `Debe ser un número entre ${String(min).replace('.', ',')} y ${String(max).replace('.', ',')}`,
    }),
  );

/** Factors by which lengths on paper are multiplied, across and down. */
const scales = { scaleX: factor, scaleY: factor };

const printer = z.object({ name: z.string(), ...scales });
export type Printer = z.infer<typeof printer>;

export const listPrinters = adminRoute('GET', '/admin/printers', {
  summary: 'The calibrated printers, by name',
  answer: success({ printers: z.array(printer) }),
});

/** 400 for a name longer than 60 characters or with line breaks. */
export const savePrinter = adminRoute('PUT', '/admin/printers/{name}', {
  summary: "Saves a printer's factors: 100 divided by the measured length of 100 mm",
  body: jsonObject(scales),
  answer: success({ printer }),
});

/** Sheets in progress keep its factors. An unknown printer changes nothing and is a success. */
export const removePrinter = adminRoute('DELETE', '/admin/printers/{name}', {
  summary: 'Removes a printer',
  answer: success({}),
});

export const downloadCalibration = adminFile('/admin/printers/calibration', {
  summary: 'A page to measure with a ruler: 100 mm both ways and a circle, without any factor',
  file: 'application/pdf',
});
