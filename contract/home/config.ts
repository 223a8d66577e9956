import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { press } from '#contract/pins/press.ts';
import { offeredProductFields } from '#contract/settings/products.ts';
import { promiseSchema, settingsSchemas } from '#contract/settings/settings.ts';
import { PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';

/** The settings that the browser may know. Empty texts are not set. */
const publicConfig = z.object({
  shop: z.object({
    name: z.string(),
    email: z.string(),
    whatsapp: z.string(),
    rut: z.string(),
    address: z.string(),
  }),
  /** Texts for the home page: `$1.700`, `5-7`, `5 a 7 días hábiles`. */
  shown: z.object({
    pin: z.string(),
    /** The make of the pin: `58 mm, con alfiler atrás`. */
    make: z.string(),
    /** Its back, as a sentence; its diameter, as `58 mm` and as a plain number of millimetres. */
    back: z.string(),
    size: z.string(),
    sizeMm: z.string(),
    shippingChillan: z.string(),
    shipping: z.string(),
    /** The ways of delivery as a sentence after a blank; empty if there is only home delivery. */
    ways: z.string(),
    days: z.string(),
    daysInWords: z.string(),
    /** When an order paid today arrives: `entre el 1 de diciembre y el 3 de diciembre`. */
    arrival: z.string(),
    /** How to pay, in a few sentences. */
    paying: z.string(),
  }),
  /** The days between which an order paid today arrives, such as `2026-12-01`. */
  arrival: z.object({ from: z.string(), to: z.string() }),
  /** The first product's press, for new orders. */
  press,
  prices: settingsSchemas.prices,
  /** The products on offer; the first is the default. */
  products: z.array(z.object(offeredProductFields)),
  delivery: promiseSchema,
  /** Whether buyers may name the day by which they need it; omitted if not. */
  asksForDay: z.optional(z.boolean()),
  /** Regions with longer transport, and the arrival there if paid today; omitted without any. */
  arrivals: z.optional(
    z.array(z.object({ region: z.string(), days: z.number(), from: z.string(), to: z.string() })),
  ),
  /** The ways of delivery on offer, those besides home delivery with their prices. */
  ways: z.optional(
    z.object({
      home: z.literal(true),
      branch: z.optional(
        z.object({
          price: z.number(),
          couriers: z.array(z.string()),
          branches: z.array(z.object({ courier: z.string(), branch: z.string() })),
        }),
      ),
      pickup: z.optional(z.object({ price: z.number(), place: z.string(), hours: z.string() })),
      /** Whether shipping can be paid to the courier. */
      payOnArrival: z.boolean(),
    }),
  ),
  /** Contact besides the shop's, and the home page's own photos; omitted if there are none. */
  face: z.optional(
    z.object({
      /** The account's name, without `@`. */
      instagram: z.optional(z.string()),
      hours: z.optional(z.string()),
      photos: z.optional(
        z.array(
          z.object({
            name: z.string(),
            alt: z.string(),
            /** The URLs of its copies, of AVIF by width. */
            source: z.object({ avif: z.record(z.string(), z.string()), webp: z.string() }),
          }),
        ),
      ),
    }),
  ),
  /** Today's line above the home page (empty: none), and whether and why orders are closed. */
  notice: z.object({ text: z.string(), ordersClosed: z.boolean(), closedText: z.string() }),
  /** Version of the terms that a buyer accepts by ordering. */
  termsVersion: z.string(),
  auth: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('embedded'), google: z.boolean() }),
    z.object({
      provider: z.literal('firebase'),
      google: z.boolean(),
      projectId: z.string(),
      apiKey: z.string(),
      authDomain: z.string(),
      /** URL of the emulator that replaces Firebase in tests; else null. */
      emulatorUrl: z.nullable(z.string()),
    }),
  ]),
  /** The payment provider; omitted without online payments. */
  payments: z.optional(z.enum(PAYMENT_PROVIDERS)),
  /** Which orders are paid in two parts; omitted if none is. */
  deposit: z.optional(z.object({ depositPercent: z.number(), depositFrom: z.number() })),
  maps: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('osm'), tilesUrl: z.string() }),
    z.object({ provider: z.literal('google'), apiKey: z.string(), mapId: z.string() }),
  ]),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const readConfig = defineRoute('GET', '/config', {
  auth: 'none',
  summary: 'The public settings; also embedded in the page',
  answer: success(publicConfig.shape),
});
