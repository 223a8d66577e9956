import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import type { ReceiptType } from '#domain/orders/order.ts';
import { FOREIGN_ADVICE, sniffForeignKind } from '#domain/pins/foreign-files.ts';
import { sniffImageType } from '#domain/pins/image-files.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { withdrawJob } from '#server/jobs/enqueue.ts';
import { createReceive, isPdf, readHead } from './arrive.ts';
import { createDecodePicture } from './decode-picture.ts';
import { createReceiveForm, type FileForm, type FormSpec } from './file-form.ts';
import { planRemoval } from './remove-files.ts';
import { addToSums, refuseHoarding } from './stored-sums.ts';

/** A received file: a picture's copy without metadata, or the original PDF. */
export type Arrived = { path: string; type: ReceiptType };

type Taken = FormSpec & {
  takes: 'pictures' | 'pdf' | 'both';
  wrongType: (advice: string | null) => ShopError;
};
type Taking<Checked, Kept> = {
  /** Reads the form's texts and checks the sender; it throws without access. */
  check: (form: FileForm) => Promise<Checked>;
  keep: (checked: Checked, arrived: Arrived) => Promise<Kept>;
  /** Called for a form without a file, if that is allowed. */
  keepWithout?: (checked: Checked) => Promise<Kept>;
};

/**
 * Returns the function that receives a form with a file. Its temporary files are deleted
 * afterwards. The file is read only after `check`, and counts for its client's limit of a day.
 */
export function createTakeFile(context: Context, { takes, wrongType, ...spec }: Taken) {
  const receiveForm = createReceiveForm(context, spec);
  const decodePicture = createDecodePicture(context);
  const receive = createReceive(context);

  return <Checked, Kept>(
    request: FastifyRequest,
    { check, keep, keepWithout }: Taking<Checked, Kept>,
  ): Promise<Kept> =>
    receive(async (folder, book) => {
      const path = join(folder, 'original');
      const imagePath = join(folder, 'image');
      const form = await receiveForm(request, { path, book });
      if (!form.hasFile && !keepWithout) throw spec.unreadable();
      const checked = await check(form);
      if (keepWithout && !form.hasFile) return keepWithout(checked);
      const store = async (arrived: Arrived) => {
        const client = context.limits.hashClient(request.ip);
        const now = context.clock();
        await refuseHoarding(context.db.queries, client, now);
        const { size: bytes } = await stat(arrived.path);
        await context.db.transaction((tx) => addToSums(tx, client, { bytes, now }));
        return keep(checked, arrived);
      };
      if (takes !== 'pictures' && (await isPdf(path))) {
        return store({ path, type: 'application/pdf' });
      }
      const head = await readHead(path);
      if (takes === 'pdf' || !sniffImageType(head)) {
        const kind = sniffForeignKind(head);
        // Of other kinds the advice is for pictures of pins.
        throw wrongType(kind === 'heic' || kind === 'avif' ? FOREIGN_ADVICE[kind] : null);
      }
      const thumbnailPath = join(folder, 'thumbnail');
      await decodePicture({ path, imagePath, thumbnailPath }, request.ip);
      return store({ path: imagePath, type: 'image/webp' });
    });
}

/** A stored file that no row names yet; `claim` keeps it if the transaction commits. */
export type Kept = { key: string; bytes: number; claim: (tx: Tx) => Promise<void> };

/** Stores a file before its row is written: then `attach` writes the row that names it. */
export async function keepFile<Attached>(
  { db, clock, storage }: Context,
  path: string,
  attach: (kept: Kept) => Promise<Attached>,
  kind: 'receipt' | 'document' = 'receipt',
): Promise<Attached> {
  const { size: bytes } = await stat(path);
  const key = `${randomUUID()}.${kind}`;
  const removal = await planRemoval(db.queries, key, clock());
  await storage.putFile(key, path);
  async function claim(tx: Tx): Promise<void> {
    if (!(await withdrawJob(tx, removal))) throw new Error('the file came too late');
  }
  try {
    return await attach({ key, bytes, claim });
  } catch (error) {
    // After any other error the commit may have succeeded: then the planned removal decides.
    if (error instanceof ShopError) await storage.remove(key);
    throw error;
  }
}
