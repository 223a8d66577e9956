import * as z from 'zod/mini';
import { line, success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';

export const geocodeCity = defineRoute('POST', '/geocode', {
  auth: 'none',
  summary: 'Coordinates of a city or commune of Chile, for the map of the delivery form',
  body: z.object({ city: line(DELIVERY_LIMITS.city) }),
  answer: success({
    /** In degrees; null if unknown, or if the geocoder does not answer. */
    point: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  }),
});
