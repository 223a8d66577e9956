import type { Context } from './context.ts';
import { backupHandlers } from './features/backup/make-backup.ts';
import { mailHandlers } from './features/mail/mail-handlers.ts';
import type { OrderSource } from './features/mail/order-source.ts';
import { claimPaidOrder, readMailedOrder, readStatusNews } from './features/orders/mail/mails.ts';
import { orderUrl } from './features/orders/read/order-link.ts';
import { receiptHandlers } from './features/orders/receipts/remove-receipts.ts';
import { personHandlers } from './features/privacy/remove-account.ts';
import { pictureHandlers } from './features/uploads/remove-pictures.ts';
import { readProofAnswer, readProofNews } from './features/workshop/proofs/proof-news.ts';
import { sheetHandlers } from './features/workshop/sheets/make-sheet.ts';
import { startWorker } from './jobs/worker.ts';
import type { Log } from './log.ts';

/** Starts the worker that does what the shop has put off. @returns a function that stops it */
export function startJobs(context: Context, log: Log): () => Promise<void> {
  const { db, clock, jobNotifier, mailer } = context;
  const orders: OrderSource = {
    readOrder: (id) => readMailedOrder(context, id),
    orderUrl: (id) => orderUrl(context, id),
    readStatusNews: (orderId, changeId) => readStatusNews(context, orderId, changeId),
    claimPaidOrder: (id, jobId) => claimPaidOrder(context, id, jobId),
    readProofNews: (orderId, proofId) => readProofNews(context, orderId, proofId),
    readProofAnswer: (orderId, changeId) => readProofAnswer(context, orderId, changeId),
  };
  const stop = startWorker({
    db,
    clock,
    log,
    notifier: jobNotifier,
    handlers: {
      ...mailHandlers(context, orders),
      ...pictureHandlers(context),
      ...receiptHandlers(context),
      ...personHandlers(context),
      ...sheetHandlers(context),
      ...backupHandlers(context),
    },
  });
  return async () => {
    await stop();
    await mailer.close();
  };
}
