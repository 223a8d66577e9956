import * as z from 'zod/mini';
import { PAYMENT_PROVIDERS } from '#domain/payment.ts';
import { success } from './fields.ts';
import { press } from './press.ts';
import { defineRoute } from './route.ts';
import { offeredProductFields, promiseFields, settingsSchemas } from './settings.ts';

/** What the browser may know of the shop's settings. Empty texts are not set. */
const publicConfig = z.object({
  shop: z.object({
    name: z.string(),
    email: z.string(),
    whatsapp: z.string(),
    rut: z.string(),
    address: z.string(),
  }),
  /** What home says of prices and days, as it is written out: `$1.700`, `5-7`, `5 a 7 días hábiles`. */
  shown: z.object({
    pin: z.string(),
    /** What it is: `58 mm, con alfiler atrás`. */
    make: z.string(),
    /** Its back, as a sentence; and how wide it is, as `58 mm` and in plain millimetres. */
    back: z.string(),
    size: z.string(),
    sizeMm: z.string(),
    shippingChillan: z.string(),
    shipping: z.string(),
    days: z.string(),
    daysInWords: z.string(),
    /** When an order arrives that is paid today: `entre el 1 de diciembre y el 3 de diciembre`. */
    arrival: z.string(),
    /** How one pays, in a few sentences. */
    paying: z.string(),
  }),
  /** The days, such as `2026-12-01`, between which an order arrives that is paid today. */
  arrival: z.object({ from: z.string(), to: z.string() }),
  /** What orders are pressed with from now on: the first product's. */
  press,
  prices: settingsSchemas.prices,
  /** What is on offer, the first for whoever chooses none. */
  products: z.array(z.object(offeredProductFields)),
  delivery: z.object(promiseFields),
  /** Where parcels take more business days, and when one arrives that is paid today; left out where none does. */
  arrivals: z.optional(
    z.array(z.object({ region: z.string(), days: z.number(), from: z.string(), to: z.string() })),
  ),
  /** The ways beside the one to the door, with their prices; left out where there is none. */
  ways: z.optional(
    z.object({
      branch: z.optional(
        z.object({
          price: z.number(),
          couriers: z.array(z.string()),
          branches: z.array(z.object({ courier: z.string(), branch: z.string() })),
        }),
      ),
      pickup: z.optional(z.object({ price: z.number(), place: z.string(), hours: z.string() })),
      /** Whether shipping may be paid to the courier. */
      payOnArrival: z.boolean(),
    }),
  ),
  /** The line above the home page today, empty for none; and whether orders are refused, and why. */
  notice: z.object({ text: z.string(), ordersClosed: z.boolean(), closedText: z.string() }),
  /** Names what a buyer agrees to by ordering. */
  termsVersion: z.string(),
  auth: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('embedded'), google: z.boolean() }),
    z.object({
      provider: z.literal('firebase'),
      google: z.boolean(),
      projectId: z.string(),
      apiKey: z.string(),
      authDomain: z.string(),
      /** Where the emulator listens that replaces Firebase in tests; else null. */
      emulatorUrl: z.nullable(z.string()),
    }),
  ]),
  /** Who takes payments online; left out where nobody does. */
  payments: z.optional(z.enum(PAYMENT_PROVIDERS)),
  maps: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('osm'), tilesUrl: z.string() }),
    z.object({ provider: z.literal('google'), apiKey: z.string(), mapId: z.string() }),
  ]),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const readConfig = defineRoute({
  method: 'GET',
  path: '/config',
  auth: 'none',
  summary: 'What the browser may know of the settings; also put into the page',
  answer: success(publicConfig.shape),
});
