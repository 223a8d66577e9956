import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Builds the web if its sources have changed: Playwright alone would test the previous build. */
export default function buildWeb(): void {
  execFileSync('node', ['scripts/prepare.mjs', 'web'], { cwd: ROOT, stdio: 'inherit' });
}
