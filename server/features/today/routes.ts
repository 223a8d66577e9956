import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/today/today.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { readToday } from './read-today.ts';

export function todayAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readToday, async () => succeed(await readToday(context)));
}
