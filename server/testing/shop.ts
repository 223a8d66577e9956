import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { RegisteredRoute } from '#server/http/openapi.ts';
import { openDecoder } from '#server/ports/decoder/open-decoder.ts';
import { roof } from '#server/start-shop.ts';
import { createClient, type ShopClient } from './client.ts';
import type { DatabaseKind, Home } from './database.ts';
import { createHome, createWebDir } from './home.ts';
import { injectInto } from './inject-into.ts';

export { anyDatabase, databases, testOnAny, testRaceOn } from './database.ts';

export type Overrides = {
  /** Environment variables in addition to the tests' default ones. */
  env?: Record<string, string>;
  config?: Partial<Config>;
  context?: Partial<Context>;
  /** Returns the database that the shop uses instead of its own. */
  wrapDatabase?: (db: Database) => Database | Promise<Database>;
  /** Writes data to the empty home before the first start. @returns the home to start with */
  prepare?: (home: Home) => Promise<Home>;
  /** True: the shop does not listen, and requests are passed directly to its routes. */
  isInjected?: boolean;
};

/** A real, listening shop with its own data. */
export type TestShop = ShopClient & {
  kind: DatabaseKind;
  url: string;
  context: Context;
  env: Record<string, string>;
  dataDir: string;
  /** Every route that it serves. */
  routes: () => RegisteredRoute[];
  /** Names of the stored picture files. */
  storedFiles: () => Promise<string[]>;
  /** Names of the files that are still arriving. */
  arrivingFiles: () => Promise<string[]>;
  /** Closes it and serves the same data again, on another port. */
  restart: (overrides?: Overrides) => Promise<void>;
  /** Stops it so that another process can use its data, until it is closed. */
  leave: () => Promise<void>;
  close: () => Promise<void>;
};

/** The decoder of all shops of this process: each decoder process costs half a second of a core. */
const sharedDecoder = openDecoder({ isBounded: false, idleMs: 60_000 });

type Running = { app: FastifyInstance; context: Context; url: string };

/** Opens a shop on a fresh data folder and database. */
export async function openShop(kind: DatabaseKind, overrides: Overrides = {}): Promise<TestShop> {
  const { prepare } = overrides;
  const made = await createHome(kind, { hasSchema: !prepare });
  const home = prepare ? await prepare(made) : made;
  const webDir = await createWebDir(home.dataDir);
  let running = await start(home.env, webDir, overrides);
  let isServing = true;
  async function leave(): Promise<void> {
    if (isServing) await stop(running);
    isServing = false;
  }
  const client = createClient(
    () => running.url,
    overrides.isInjected ? (address, init) => injectInto(running.app, address, init) : fetch,
  );
  return {
    ...client,
    kind,
    env: home.env,
    dataDir: home.dataDir,
    get url() {
      return running.url;
    },
    get context() {
      return running.context;
    },
    routes: () => running.app.registeredRoutes,
    storedFiles: () => filesBelow(join(home.dataDir, 'files')),
    arrivingFiles: () => filesBelow(join(home.dataDir, 'arriving')),
    restart: async (again = overrides) => {
      await stop(running);
      running = await start(home.env, webDir, again);
    },
    leave,
    close: async () => {
      await leave();
      await home.remove();
    },
  };
}

async function start(
  env: Record<string, string>,
  webDir: string,
  overrides: Overrides,
): Promise<Running> {
  const config = { ...loadConfig({ ...env, ...overrides.env }), webDir, ...overrides.config };
  const decoder = { ...sharedDecoder, close: async () => {} };
  const wrapped = overrides.wrapDatabase && {
    db: await overrides.wrapDatabase(await openDatabase(config)),
  };
  const context = await createContext(config, roof, {
    ...wrapped,
    ...(!config.rateLimits && { decoder }),
    ...overrides.context,
  });
  const app = await createApp(context);
  const { host, port } = config;
  const url = overrides.isInjected ? context.publicUrl : await app.listen({ host, port });
  return { app, context, url };
}

async function stop({ app, context }: Running): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
  await context.close();
}

/** Returns the names of the files in a folder and its folders; none if there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
