import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { makeTemplates } from './templates.ts';

/** Starts one PostgreSQL server for the whole test run, and makes the databases to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  const templates = await makeTemplates(postgres.url);
  project.provide('templates', templates);
  return async () => {
    await postgres.stop();
    await rm(templates.folder, { recursive: true, force: true });
  };
}
