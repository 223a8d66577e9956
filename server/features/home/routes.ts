import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readConfig } from '#contract/config.ts';
import type { Context } from '../../context.ts';
import { sendError } from '../../http/errors.ts';
import { serve, succeed } from '../../http/route.ts';
import { preparePages } from './pages.ts';
import { publicConfig } from './public-config.ts';
import { siteFiles } from './site-files.ts';

export async function homeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context;
  const readPublic = async () =>
    publicConfig(config, await context.settings.current(), context.clock());
  // A browser that asks again wants to know what changed.
  serve(app, readConfig, async ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return succeed(await readPublic());
  });

  const build = await readBuild(config.webDir);
  const greet = async () => ({
    success: true,
    name: (await readPublic()).shop.name,
    message: 'La tienda está abierta',
  });
  if (build === null) {
    app.log.warn('the web pages are not built: only the API is served');
    app.get('/', { schema: { hide: true } }, greet);
    app.setNotFoundHandler((request, reply) => sendError(request, reply, 'not_found'));
    return;
  }
  const { pages, send } = preparePages(build.page, readPublic, context);
  app.addHook('onListen', async () => void (await pages()));
  await siteFiles(app, context, build.manifest);
  await app.register(fastifyStatic, {
    root: config.webDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: isPublic,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(config.webDir, 'assets'));
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    wantsJson(request) ? reply.header('vary', 'accept').send(await greet()) : send(request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? send(request, reply) : sendError(request, reply, 'not_found'),
  );
}

/** The parts of the built web that the server fills in; null where there is no whole build. */
async function readBuild(webDir: string): Promise<{ page: string; manifest: object } | null> {
  const read = (name: string) => readFile(join(webDir, name), 'utf8');
  try {
    return {
      page: await read('index.html'),
      manifest: JSON.parse(await read('manifest.webmanifest')),
    };
  } catch {
    return null;
  }
}

/** The page goes out filled in, not as it was built; hidden files are the build's own. */
function isPublic(path: string): boolean {
  return path !== '/index.html' && !path.includes('/.');
}

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Whether the one page answers: it does at every address without a file's extension. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? url;
  const isRead = method === 'GET' || method === 'HEAD';
  const isApi = path === '/api' || path.startsWith('/api/') || path.startsWith('/files/');
  return isRead && !isApi && isPublic(path) && extname(path) === '';
}
