import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicConfig } from '#contract/config.ts';
import { mayHaveSession } from '#contract/session-hint.ts';
import type { Context } from '#server/context.ts';
import { packText, sendPacked } from '#server/http/packed-text.ts';
import { hidePage, renderPage } from './render-page.ts';
import { describeSite } from './site.ts';

/**
 * Makes the page ready to go out: filled in and packed once for what the browser may know and the
 * origin that the site has.
 * @param template the page as it was built
 * @param readPublic tells what the browser may know now
 */
export function preparePages(
  template: string,
  readPublic: () => Promise<PublicConfig>,
  context: Context,
) {
  const scripts = inlineScriptSources(template);
  let packed: { key: string; pages: ReturnType<typeof pack> } | null = null;

  async function pack(known: PublicConfig, origin: string) {
    const site = describeSite(known, { origin, publicUrl: context.config.publicUrl });
    const page = renderPage(template, known, site);
    const [shown, hidden] = await Promise.all([packText(page), packText(hidePage(page))]);
    return { shown, hidden };
  }

  /** With a free port the origin is known once it listens. */
  async function pages() {
    const known = await readPublic();
    const key = `${context.publicUrl} ${JSON.stringify(known)}`;
    if (packed?.key !== key) packed = { key, pages: pack(known, context.publicUrl) };
    return packed.pages;
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers, url } = request;
    const { shown, hidden } = await pages();
    // A browser that may have a session shows nothing until it knows who is signed in.
    const page = mayHaveSession(headers.cookie ?? '') ? hidden : shown;
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', allowScripts(policy, scripts))
      .header('vary', 'accept, cookie');
    // Every address shows the one page; it is to be found under one.
    if (url.split('?')[0] !== '/') reply.header('x-robots-tag', 'noindex');
    return sendPacked(request, reply, page);
  }

  return { pages, send };
}

/** @returns the sources by which a policy allows the scripts that the built page itself holds */
function inlineScriptSources(template: string): string[] {
  return [...template.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** @param policy a Content-Security-Policy */
function allowScripts(policy: string, sources: readonly string[]): string {
  return policy.replace(/script-src[^;]*/, (rule) => [rule, ...sources].join(' '));
}
