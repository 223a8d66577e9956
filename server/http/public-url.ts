import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { originOf } from '../origin.ts';

/** With a free port the site's origin is known once it listens; a set PUBLIC_URL stays as it is. */
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
