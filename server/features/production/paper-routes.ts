import type { FastifyInstance } from 'fastify';
import { name } from '#contract/base/fields.ts';
import { downloadQuote } from '#contract/orders/quotes.ts';
import * as parcels from '#contract/production/parcels.ts';
import * as printers from '#contract/production/printers.ts';
import { PRINTER_NAME_LENGTH } from '#contract/production/printers.ts';
import * as sheets from '#contract/production/sheets.ts';
import { ShopError } from '#domain/base/errors.ts';
import { CALIBRATION_MM, PAPERS } from '#domain/production/paper.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { type FileAnswer, serve, serveFile, succeed } from '#server/http/route.ts';
import { drawHandover } from './papers/draw-handover.ts';
import { drawLabels } from './papers/draw-labels.ts';
import { drawQuote } from './papers/draw-quote.ts';
import { drawSlips } from './papers/draw-slips.ts';
import { servePdf } from './papers/open-pdf.ts';
import { breakLines, writeLine, writeLines } from './papers/write-text.ts';
import { listPrinters, removePrinter, savePrinter } from './printers/repo.ts';
import { cancelSheet, listSheets, openSheet, readSheet, requestSheet } from './sheets/sheets.ts';

export function paperAdminRoutes(app: FastifyInstance, context: Context): void {
  const { queries } = context.db;

  serve(app, sheets.requestSheet, async ({ body, buyer }) =>
    succeed({ sheet: await requestSheet(context, { by: buyer.uid, body }) }),
  );
  serve(app, sheets.listSheets, async () => succeed({ sheets: await listSheets(context) }));
  serve(app, sheets.readSheet, async ({ params }) =>
    succeed({ sheet: await readSheet(context, params.id) }),
  );
  serve(app, sheets.cancelSheet, async ({ params: { id }, buyer }) =>
    succeed({ sheet: await cancelSheet(context, { id, by: buyer.uid }) }),
  );
  serveFile(app, sheets.downloadSheet, ({ params }) => openSheet(context, params.id));

  serve(app, printers.listPrinters, async () => succeed({ printers: await listPrinters(queries) }));
  serve(app, printers.savePrinter, async ({ params, body }) => {
    const printer = { name: readPrinterName(params.name), ...body };
    await savePrinter(queries, printer);
    return succeed({ printer });
  });
  serve(app, printers.removePrinter, async ({ params }) => {
    await removePrinter(queries, readPrinterName(params.name));
    return succeed({});
  });
  serveFile(app, printers.downloadCalibration, () => drawCalibration(context));

  serveFile(app, downloadQuote, ({ params: { id } }) => drawQuote(context, id));
  serveFile(app, parcels.downloadSlips, async (call) =>
    notePaper(context, call, await drawSlips(context, call.query.ids)),
  );
  serveFile(app, parcels.downloadLabels, async (call) =>
    notePaper(context, call, await drawLabels(context, call.query)),
  );
  serveFile(app, parcels.downloadHandover, async (call) =>
    notePaper(context, call, await drawHandover(context, call.query.ids)),
  );
}

type Call = { buyer: { uid: string }; query: { ids: readonly string[] } };

/** Records who prints names and addresses, before the first page is sent. */
async function notePaper(
  { db, clock }: Context,
  { buyer, query }: Call,
  file: FileAnswer,
): Promise<FileAnswer> {
  const note = {
    by: buyer.uid,
    entity: 'export',
    entityId: file.name,
    action: 'exported',
    changes: [{ field: 'orders', to: query.ids.length }],
  } as const;
  try {
    await db.transaction((tx) => writeAudit(tx, note, clock()));
  } catch (error) {
    file.content.destroy();
    throw error;
  }
  return file;
}

const CIRCLE_MM = 70;
const HELP =
  'Imprime esta página al 100 % (sin "ajustar a la página") y mide con una regla las dos líneas de ' +
  '100 mm. Escribe en el panel lo que mide cada una: desde entonces las hojas de esta impresora ' +
  'salen en su medida. El círculo debe medir 70 mm en todas las direcciones.';

/** Returns the page that measures a printer's scale: nothing on it is scaled. */
async function drawCalibration(context: Context): Promise<FileAnswer> {
  const { press } = (await context.settings.current()).settings;
  const paper = PAPERS[press.paper];
  const [left, top] = [(paper.width - CALIBRATION_MM) / 2, 75];
  const down = top + 15;
  const middle = { x: left + 60, y: down + 55 };
  return servePdf(
    context,
    { title: 'Página de calibración', name: 'calibracion.pdf' },
    ({ document, addPage }) => {
      addPage(paper);
      writeLine(document, 'Página de calibración', { x: 20, y: 20, size: 7, isBold: true });
      const lines = breakLines(document, HELP, { size: 4, width: paper.width - 40 });
      writeLines(document, lines, { x: 20, y: 32, size: 4, apart: 6 });
      document.lineWidth(0.15).strokeColor('#000000');
      document.moveTo(left, top).lineTo(left + CALIBRATION_MM, top);
      document.moveTo(left, down).lineTo(left, down + CALIBRATION_MM);
      for (const end of [0, CALIBRATION_MM]) {
        document.moveTo(left + end, top - 3).lineTo(left + end, top + 3);
        document.moveTo(left - 3, down + end).lineTo(left + 3, down + end);
      }
      document.circle(middle.x, middle.y, CIRCLE_MM / 2).stroke();
      const says = { size: 4, align: 'centre' } as const;
      writeLine(document, 'Horizontal: 100 mm', {
        ...says,
        x: left + CALIBRATION_MM / 2,
        y: top - 7,
      });
      writeLine(document, 'Vertical: 100 mm', { ...says, x: left, y: down + CALIBRATION_MM + 5 });
      writeLine(document, 'Círculo: 70 mm', { ...says, ...middle });
    },
  );
}

const printerName = name(PRINTER_NAME_LENGTH, 'Escribe el nombre de la impresora');

/** Returns a printer's name from the URL, trimmed. @throws ShopError `validation_failed` */
function readPrinterName(sent: string): string {
  const { data, error } = printerName.safeParse(sent);
  if (data) return data;
  const message = error?.issues[0]?.message ?? 'Escribe el nombre de la impresora';
  throw new ShopError('validation_failed', { message, fields: { name: message } });
}
