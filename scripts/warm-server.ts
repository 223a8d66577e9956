// node scripts/warm-server.ts: makes the server's programs load all of their sources, which fills
// Node's cache of compiled ones. What is only loaded once it is needed would be missing after a mere
// start; the decoder and the mail's process run with flags of their own, which have caches of their own.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { DEFAULT_PRESS } from '#domain/press.ts';
import { loadConfig } from '#server/config.ts';
import { openDecoder } from '#server/ports/decoder/open-decoder.ts';
import { openMailer } from '#server/ports/mail/open-mailer.ts';

const SERVER = join(import.meta.dirname, '../server');
const LATE = /\bimport\('(\.[^']+\.ts)'\)/g;

/** A picture and a mail as nobody ever sends them. */
const PIXEL = { create: { width: 1, height: 1, channels: 3, background: 'white' } } as const;
const MAIL = {
  messageId: 'warm@example.org',
  to: 'nobody@example.org',
  senderName: 'Pines',
  subject: '',
  html: '',
  text: '',
};

await import(join(SERVER, 'main.ts'));
await loadLateSources();
const config = loadConfig({ DATA_DIR: process.env.DATA_DIR });
await decodePicture(config.dataDir);
await sendMail();
process.exit();

async function loadLateSources(): Promise<void> {
  const names = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts'] });
  for (const path of names.map((name) => join(SERVER, name))) {
    for (const [, late = ''] of readFileSync(path, 'utf8').matchAll(LATE)) {
      await import(new URL(late, pathToFileURL(path)).href);
    }
  }
}

async function decodePicture(folder: string): Promise<void> {
  const path = join(folder, 'pixel.png');
  await sharp(PIXEL).toFile(path);
  const decoder = openDecoder();
  const decoded = await decoder.makeCopies(
    {
      path,
      imagePath: join(folder, 'image.webp'),
      thumbnailPath: join(folder, 'thumbnail.webp'),
      square: { path: join(folder, 'square.jpg'), press: DEFAULT_PRESS },
    },
    '',
  );
  await decoder.close();
  if ('refusal' in decoded) throw new Error(`a picture was refused: ${decoded.refusal}`);
}

async function sendMail(): Promise<void> {
  const mailer = openMailer(config, config.dataDir);
  await mailer.send(MAIL);
  await mailer.close();
}
