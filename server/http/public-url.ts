import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

/**
 * Sets the site's origin once the server listens and its port is known, unless PUBLIC_URL is set.
 */
export function learnPublicUrl(
  app: FastifyInstance,
  site: { config: Pick<Config, 'publicUrl' | 'host'>; publicUrl: string },
): void {
  const { publicUrl, host } = site.config;
  if (publicUrl) return;
  app.addHook('onListen', () => {
    const address = app.server.address();
    if (address !== null && typeof address === 'object') {
      site.publicUrl = originOf(host, address.port);
    }
  });
}

/** Returns an origin that a browser on this machine can open, such as `http://localhost:3000`. */
export function originOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
