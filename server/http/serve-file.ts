import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { errorAnswer } from '#contract/errors.ts';
import type { FileRoute } from '#contract/route.ts';
import { type Asked, describe, frame, readCall } from './frame-route.ts';

export type FileAnswer = {
  content: Readable;
  type: string;
  /** What it is called when it is saved. */
  name: string;
  /** Unknown when it is made while it is sent. */
  bytes?: number;
};

export function serveFile<const R extends FileRoute>(
  app: FastifyInstance,
  route: R,
  handler: (call: Asked<R>) => Promise<FileAnswer>,
): void {
  app.route({
    ...frame(app, route),
    method: route.method,
    schema: {
      ...describe(route),
      response: {
        200: { description: 'A file to save', content: { [route.file]: { schema: z.file() } } },
        '4xx': errorAnswer,
        '5xx': errorAnswer,
      },
    },
    handler: async (request, reply) => {
      const { content, type, name, bytes } = await handler(readCall<R>(request, reply));
      if (bytes !== undefined) reply.header('content-length', bytes);
      return reply.header('content-disposition', saveAs(name)).type(type).send(content);
    },
  });
}

/** A header that names the file, in plain letters for old programs and in full for the others. */
function saveAs(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\w. -]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
