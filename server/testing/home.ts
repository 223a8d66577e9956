import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { createPostgresDatabase, type DatabaseKind, type Home } from './database.ts';

const PAGE = `<!doctype html><html lang="es"><head><title>__SHOP_NAME__</title>
<meta name="theme-color" content="#ffc845" media="(prefers-color-scheme: light)" /><!--app-head--></head>
<body><h1>__SHOP_NAME__</h1><picture><source srcSet="data:image/avif;base64,AA=="/>
<source srcSet="/assets/tote-480.avif 480w, /assets/tote-640.avif 640w" sizes="50vw"/>
<img src="/assets/tote.webp" alt="Cinco pines"/></picture><noscript><!--app-contact--></noscript>
<script>document.title</script></body></html>`;

/**
 * Creates a data folder, and for PostgreSQL a database.
 * @param hasSchema true: the tables exist already; false: the shop's first start creates them
 */
export async function createHome(kind: DatabaseKind, { hasSchema = false } = {}): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pines-test-'));
  const templates = hasSchema ? inject('templates') : null;
  const database = kind === 'postgres' ? await createPostgresDatabase(templates?.postgres) : null;
  if (kind === 'sqlite' && templates) {
    await copyFile(join(templates.folder, 'shop.sqlite'), join(dataDir, 'shop.sqlite'));
  }
  return {
    dataDir,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      AUTH_SECRET: 'a secret that only the tests know',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(database
        ? { DATABASE_URL: database.url, AUTH_SECRET: randomBytes(32).toString('hex') }
        : {}),
    },
    remove: async () => {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a small web build with a script and a picture, so that tests do not depend on the real one. */
export async function createWebDir(dataDir: string): Promise<string> {
  const webDir = join(dataDir, 'web');
  await mkdir(join(webDir, 'assets'), { recursive: true });
  await mkdir(join(webDir, 'media'), { recursive: true });
  await writeFile(join(webDir, 'index.html'), PAGE);
  const script = join(webDir, 'assets', 'main-abc.js');
  await writeFile(script, 'export {};');
  await writeFile(`${script}.gz`, gzipSync('export {};'));
  await writeFile(join(webDir, 'media', 'tote-abc.avif'), 'a picture');
  await writeFile(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(webDir, 'manifest.webmanifest'), JSON.stringify({ icons: [] }));
  return webDir;
}
