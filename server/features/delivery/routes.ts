import type { FastifyInstance } from 'fastify';
import { geocodeCity } from '#contract/geocode.ts';
import type { Context } from '../../context.ts';
import { limitRate } from '../../http/limits.ts';
import { serve, succeed } from '../../http/route.ts';
import { createGeocodeCity } from './geocode-city.ts';

export function deliveryRoutes(app: FastifyInstance, context: Context): void {
  const geocode = createGeocodeCity(context, app.log);
  const looking = limitRate(context, { name: 'geocode', points: 300, seconds: 600 });

  serve(app, geocodeCity, async ({ body }) => succeed({ point: await geocode(body.city) }), {
    onRequest: [looking],
  });
}
