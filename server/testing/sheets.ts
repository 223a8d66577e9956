import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { adminOrderDetail, type HistoryEntry } from '#contract/orders/orders-admin.ts';
import {
  type RequestSheetBody,
  type Sheet,
  sheet as sheetSchema,
} from '#contract/production/sheets.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { Context } from '#server/context.ts';
import { MAKE_SHEET, sheetHandlers } from '#server/features/production/sheets/make-sheet.ts';
import { sweepSheets } from '#server/features/production/sheets/sheets.ts';
import { fileKeys, pictureUrls } from '#server/features/uploads/urls.ts';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import type { DatabaseKind } from './database.ts';
import { startTestWorker, until } from './jobs.ts';
import { makeOrder, placed } from './orders.ts';
import { findRows } from './rows.ts';
import { useOpened } from './use-shop.ts';

type Picture = {
  quantity: number;
  colour?: string;
  file?: Uint8Array;
  crop?: Crop;
  text?: PinText;
  notes?: string;
};
type SheetRequest = Pick<RequestSheetBody, 'orderIds'> & Partial<RequestSheetBody>;

/** A shop with its owner, whose press sheets are made when a test runs the jobs. */
export type TestSheets = Omit<AdminShop, 'read'> & {
  /** Places a guest's order. @returns its id */
  order: (pictures: readonly Picture[]) => Promise<string>;
  request: (body: SheetRequest) => Promise<Sheet>;
  read: (id: string) => Promise<Sheet>;
  cancel: (id: string) => Promise<Sheet>;
  /** Runs the waiting jobs, each once. */
  work: (parts?: Partial<Context>) => Promise<void>;
  /** Runs them until one fails, and leaves the sheet like a killed worker. */
  die: (parts: Partial<Context>) => Promise<void>;
  /** Requests a sheet, makes it, and reads it. @throws Error the shop's own fault, if it fails by one */
  make: (body: SheetRequest) => Promise<Sheet>;
  fileAnswer: (id: string) => Promise<Response>;
  file: (id: string) => Promise<Uint8Array>;
  historyOf: (body: Record<string, unknown>) => HistoryEntry[];
  sweepAfter: (hours: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Pictures of one colour, just large enough to be sharp. */
const blanks = new Map<string, Promise<Uint8Array>>();

function makeBlank(background: string): Promise<Uint8Array> {
  const create = { width: 840, height: 840, channels: 3, background } as const;
  const blank = blanks.get(background) ?? sharp({ create }).png().toBuffer();
  blanks.set(background, blank);
  return blank;
}

/** Returns such a shop that is open during the tests of the enclosing `describe`. */
export const useTestSheets = (kind: DatabaseKind): TestSheets =>
  useOpened(
    () => openTestSheets(kind),
    (sheets) => sheets.close(),
  );

export async function openTestSheets(kind: DatabaseKind): Promise<TestSheets> {
  const admin = await openAdminShop(kind);
  const { shop, ask } = admin;
  const { context } = shop;

  async function addPicture({ colour = '#c81e1e', file }: Picture): Promise<string> {
    const bytes = file ?? (await makeBlank(colour));
    const { format, width, height } = await sharp(bytes).metadata();
    const id = context.newUploadId();
    const { original } = fileKeys(id);
    const path = join(shop.dataDir, 'files', original.slice(0, 2), original);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    const facts = { mime_type: `image/${format}`, bytes: bytes.length, width, height };
    const row = { id, ...facts, source: 'test', created_at: context.clock() };
    await context.db.queries.insertInto('uploads').values(row).execute();
    return pictureUrls(id).imageUrl;
  }

  async function answered(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return sheetSchema.parse(body.sheet);
  }

  const waiting = () => findRows(context, 'jobs', { kind: MAKE_SHEET, state: 'waiting' });
  const request = (json: SheetRequest) => answered(ask('/sheets', { method: 'POST', json }));
  const read = (id: string) => answered(ask(`/sheets/${id}`));

  async function work(parts: Partial<Context> = {}): Promise<void> {
    const handlers = sheetHandlers({ ...context, ...parts });
    const stop = startTestWorker({ db: context.db, clock: context.clock, handlers });
    await until(async () => (await waiting()).length === 0, 600_000);
    await stop();
  }

  const fileAnswer = (id: string) => admin.fetchFile(`/sheets/${id}/file`);

  return {
    ...admin,
    request,
    read,
    work,
    fileAnswer,
    order: async (pictures) => {
      const images = await Promise.all(
        pictures.map(async (picture) => ({
          imageUrl: await addPicture(picture),
          quantity: picture.quantity,
          crop: picture.crop ?? null,
          text: picture.text ?? null,
          notes: picture.notes ?? null,
        })),
      );
      return placed(await shop.placeOrder(makeOrder({ images }))).id;
    },
    cancel: (id) => answered(ask(`/sheets/${id}`, { method: 'DELETE' })),
    die: async (parts) => {
      const handle = sheetHandlers({ ...context, ...parts })[MAKE_SHEET];
      for (const job of await waiting()) await handle?.(JSON.parse(job.payload), job);
    },
    make: async (body) => {
      const { id } = await request(body);
      await work();
      const made = await read(id);
      if (made.failure !== 'internal') return made;
      const jobs = await findRows(context, 'jobs', { kind: MAKE_SHEET });
      throw new Error(jobs.find(({ payload }) => payload.includes(id))?.last_error ?? 'no reason');
    },
    file: async (id) => new Uint8Array(await (await fileAnswer(id)).arrayBuffer()),
    historyOf: (body) => adminOrderDetail.parse(body.order).history,
    sweepAfter: async (hours) => {
      const clock = () => context.clock() + hours * 3_600_000;
      await sweepSheets({ ...context, clock });
    },
    close: shop.close,
  };
}
