import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { html } from '../../html.ts';

const KEPT = 'public, max-age=3600';

/** What robots and browsers look for at the root; `manifest` is without the shop's name. */
export async function siteFiles(
  app: FastifyInstance,
  context: Context,
  manifest: object,
): Promise<void> {
  const hidden = { schema: { hide: true } };

  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', KEPT).send(robots(context)),
  );
  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', KEPT)
      .send(sitemap(context.publicUrl)),
  );
  app.get('/manifest.webmanifest', hidden, async (_request, reply) => {
    const { name } = (await context.settings.current()).settings.seller;
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', KEPT)
      .send(JSON.stringify({ name, short_name: name, ...manifest }));
  });
}

/** The API and the buyers' pictures are nothing to be found by. */
function robots({ publicUrl }: Context): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /files/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemap(origin: string): string {
  const { markup } =
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/</loc></url></urlset>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`;
}
