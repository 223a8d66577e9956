import type { FastifyInstance } from 'fastify';
import * as parcels from '#contract/parcels.ts';
import * as printers from '#contract/printers.ts';
import * as sheets from '#contract/sheets.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { type FileAnswer, serve, serveFile, succeed } from '#server/http/route.ts';
import { drawLabels } from './labels/draw-labels.ts';
import { drawCalibration, readPrinterName } from './printers/calibration.ts';
import { listPrinters, removePrinter, savePrinter } from './printers/repo.ts';
import { cancelSheet, listSheets, openSheet, readSheet, requestSheet } from './sheets/sheets.ts';
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

type Call = { buyer: { uid: string }; query: { ids: readonly string[] } };

/** Notes who takes names and addresses out of the shop, before the first page leaves. */
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
