import * as z from 'zod/mini';
import { PROOF_MODES } from '#domain/proofs.ts';
import type { SettingsGroup } from '#domain/settings.ts';
import { actor } from './audit.ts';
import { mustBe, success } from './fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from './route.ts';
import { settingsSchemas } from './settings.ts';

const described = <Values extends z.ZodMiniType>(values: Values) =>
  z.object({
    values,
    /** How often it was saved; a save names the one that it changes. */
    version: z.number(),
    /** Whether these values are those that the shop was started with. */
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
  summary: "The shop's settings by group, and how it was started",
  answer: success({
    settings,
    /** What only who starts the shop can change. */
    environment: z.object({
      publicUrl: z.string(),
      database: z.string(),
      /** `files` or `smtp`, and who the sender is. */
      mail: z.object({ kind: z.string(), from: z.string() }),
      auth: z.object({ provider: z.string(), google: z.boolean() }),
      adminEmails: z.array(z.string()),
      proofs: z.enum(PROOF_MODES),
      binDays: z.number(),
    }),
  }),
});

/** Twelve products with all their steps and finishes, every text at its longest. */
const PRODUCTS_BODY_BYTES = 5 * USUAL_BODY_BYTES;

const version = z.number({ error: mustBe('un número') });

/** Values are checked as a whole; a version that is not the last is 409 `settings_changed`. */
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

/** A group that does not exist is 404. */
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
  summary: 'What a group was, newest first: its last 50 saves',
  answer: success({
    versions: z.array(
      z.object({
        version: z.number(),
        /** As they were saved; null: the defaults. */
        values: z.nullable(z.record(z.string(), z.unknown())),
        /** ISO 8601 in UTC. */
        savedAt: z.string(),
        by: actor,
      }),
    ),
  }),
});
