// npm run demo: the shop with sample data in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'pines-demo-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.DATA_DIR = folder;
await import('#server/demo/main.ts');
