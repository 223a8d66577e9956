import * as z from 'zod/mini';
import { actor } from '#contract/base/audit.ts';
import { mustBe, success } from '#contract/base/fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { PROOF_MODES } from '#domain/production/proofs.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { settingsSchemas } from './settings.ts';

const described = <Values extends z.ZodMiniType>(values: Values) =>
  z.object({
    values,
    /** Number of saves; a request to save must name the current version. */
    version: z.number(),
    /** Whether these values are the defaults from the environment. */
    isDefault: z.boolean(),
    defaults: values,
  });

const settings = z.object({
  prices: described(settingsSchemas.prices),
  delivery: described(settingsSchemas.delivery),
  seller: described(settingsSchemas.seller),
  payment: described(settingsSchemas.payment),
  unpaid: described(settingsSchemas.unpaid),
  ways: described(settingsSchemas.ways),
  couriers: described(settingsSchemas.couriers),
  complaints: described(settingsSchemas.complaints),
  notice: described(settingsSchemas.notice),
  press: described(settingsSchemas.press),
  products: described(settingsSchemas.products),
});
export type DescribedSettings = z.infer<typeof settings>;

const answer = success({ settings });

export const readSettings = defineRoute({
  method: 'GET',
  path: '/admin/settings',
  auth: 'admin',
  summary: "The shop's settings by group, and its environment",
  answer: success({
    settings,
    /** Settings that only the environment can change. */
    environment: z.object({
      publicUrl: z.string(),
      database: z.string(),
      /** `kind` is `files` or `smtp`; `from` is the sender. */
      mail: z.object({ kind: z.string(), from: z.string() }),
      auth: z.object({ provider: z.string(), google: z.boolean() }),
      adminEmails: z.array(z.string()),
      proofs: z.enum(PROOF_MODES),
      binDays: z.number(),
    }),
  }),
});

/** Room for twelve products with all price tiers and finishes and the longest texts. */
const PRODUCTS_BODY_BYTES = 5 * USUAL_BODY_BYTES;

const version = z.number({ error: mustBe('un número') });

/** Values are validated as a whole; an outdated version is 409 `settings_changed`. */
function saveRoute<const Group extends SettingsGroup, Values extends z.ZodMiniType>(
  group: Group,
  values: Values,
  { maxBodyBytes = USUAL_BODY_BYTES } = {},
) {
  return defineRoute({
    method: 'PUT',
    path: `/admin/settings/${group}`,
    auth: 'admin',
    summary: `Saves the settings of the group ${group}`,
    body: z.object({ values, version }, { error: mustBe('un objeto JSON') }),
    maxBodyBytes,
    status: 200,
    answer,
  });
}

export const saveSettings = {
  prices: saveRoute('prices', settingsSchemas.prices),
  delivery: saveRoute('delivery', settingsSchemas.delivery),
  seller: saveRoute('seller', settingsSchemas.seller),
  payment: saveRoute('payment', settingsSchemas.payment),
  unpaid: saveRoute('unpaid', settingsSchemas.unpaid),
  ways: saveRoute('ways', settingsSchemas.ways, { maxBodyBytes: 2 * USUAL_BODY_BYTES }),
  couriers: saveRoute('couriers', settingsSchemas.couriers, { maxBodyBytes: 2 * USUAL_BODY_BYTES }),
  complaints: saveRoute('complaints', settingsSchemas.complaints),
  notice: saveRoute('notice', settingsSchemas.notice),
  press: saveRoute('press', settingsSchemas.press),
  products: saveRoute('products', settingsSchemas.products, { maxBodyBytes: PRODUCTS_BODY_BYTES }),
};

/** An unknown group is 404. */
export const resetSettings = defineRoute({
  method: 'DELETE',
  path: '/admin/settings/{group}',
  auth: 'admin',
  summary: 'Returns a group to its defaults',
  answer,
});

export const listSettingsVersions = defineRoute({
  method: 'GET',
  path: '/admin/settings/{group}/versions',
  auth: 'admin',
  summary: 'The last 50 versions of a group, newest first',
  answer: success({
    versions: z.array(
      z.object({
        version: z.number(),
        /** The saved values; null: the defaults. */
        values: z.nullable(z.record(z.string(), z.unknown())),
        /** ISO 8601 in UTC. */
        savedAt: z.string(),
        by: actor,
      }),
    ),
  }),
});
