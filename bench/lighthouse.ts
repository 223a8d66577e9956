import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '#e2e/support/find-chromium.ts';
import { installPackages } from '../scripts/lib/install.mjs';

const exec = promisify(execFile);
const folder = join(import.meta.dirname, 'lighthouse');
const command = join(folder, 'node_modules/lighthouse/cli/index.js');

export type Report = {
  categories: Record<string, { title: string; score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Request[] } }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};
type Request = { url: string; resourceType: string; transferSize: number };

/** Lighthouse takes 170 MB: it is installed on first use, not with the shop's packages. */
export function installLighthouse(): void {
  installPackages(folder, { dev: true });
}

const ATTEMPTS = 3;

/**
 * Loads a page with Lighthouse's mobile preset: a fresh browser on a simulated slow 4G connection.
 * On a busy machine its recording may fail; then it is repeated.
 */
export async function inspectPage(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await runLighthouse(url).catch((error: unknown) => {
      if (attempt === ATTEMPTS) throw error;
      return null;
    });
    if (report && !report.runtimeError) return report;
    if (attempt === ATTEMPTS) throw new Error(report?.runtimeError?.message);
  }
}

async function runLighthouse(url: string): Promise<Report> {
  const scratch = await mkdtemp(join(tmpdir(), 'pines-lighthouse-'));
  const path = join(scratch, 'report.json');
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';
  const chrome = findChromium();
  try {
    await exec(
      process.execPath,
      [
        command,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${path}`,
        '--only-categories=performance,accessibility,best-practices,seo',
        `--chrome-flags=${flags}`,
      ],
      { env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) } },
    );
    return JSON.parse(await readFile(path, 'utf8'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
