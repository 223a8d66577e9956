import type { FastifyInstance } from 'fastify';
import * as parcels from '#contract/parcels.ts';
import * as printers from '#contract/printers.ts';
import * as sheets from '#contract/sheets.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { serveFile } from '../../http/serve-file.ts';
import { drawLabels } from './labels/draw-labels.ts';
import { notePaper } from './note-paper.ts';
import { drawCalibration } from './printers/calibration.ts';
import { readPrinterName } from './printers/read-name.ts';
import { listPrinters, removePrinter, savePrinter } from './printers/repo.ts';
import { cancelSheet } from './sheets/cancel-sheet.ts';
import { listSheets, openSheet, readSheet } from './sheets/read-sheet.ts';
import { requestSheet } from './sheets/request-sheet.ts';
import { drawSlips } from './slips/draw-slips.ts';

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

  serveFile(app, parcels.downloadSlips, async (call) =>
    notePaper(context, call, await drawSlips(context, call.query.ids)),
  );
  serveFile(app, parcels.downloadLabels, async (call) =>
    notePaper(context, call, await drawLabels(context, call.query)),
  );
}
