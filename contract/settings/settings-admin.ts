import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { actor } from '#contract/base/audit.ts';
import { jsonObject, mustBe, success } from '#contract/base/fields.ts';
import { type Route, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { PROOF_MODES } from '#domain/production/proofs.ts';
import { mapGroups, type Settings, type SettingsGroup } from '#domain/settings/settings.ts';
import { settingsSchemas } from './settings.ts';

type Described<Values> = {
  values: Values;
  /** Number of saves; a request to save must name the current version. */
  version: number;
  /** Whether these values are the defaults from the environment. */
  isDefault: boolean;
  defaults: Values;
};
export type DescribedSettings = { [Group in SettingsGroup]: Described<Settings[Group]> };

const settings = z.object(
  mapGroups<{ [Group in SettingsGroup]: z.ZodMiniType<DescribedSettings[Group]> }>((group) => {
    const values = settingsSchemas[group];
    return z.object({ values, version: z.number(), isDefault: z.boolean(), defaults: values });
  }),
);

const answer = success({ settings });

export const readSettings = adminRoute('GET', '/admin/settings', {
  summary: "The shop's settings by group, and its environment",
  answer: success({
    settings,
    /** Settings that only the environment can change. */
    environment: z.object({
      publicUrl: z.string(),
      database: z.string(),
      /** `from` is the sender. */
      mail: z.object({ kind: z.enum(['files', 'smtp']), from: z.string() }),
      auth: z.object({ provider: z.string(), google: z.boolean() }),
      adminEmails: z.array(z.string()),
      proofs: z.enum(PROOF_MODES),
      binDays: z.number(),
    }),
  }),
});

/** Room for long lists, and for twelve products with all price tiers and finishes. */
const BODIES: Partial<Record<SettingsGroup, number>> = { ways: 2, couriers: 2, products: 5 };

const version = z.number({ error: mustBe('un número') });

type SaveBody<Values> = { values: Values; version: number };
export type SaveRoute<Values> = Omit<Route, 'auth' | 'body' | 'answer'> & {
  auth: 'admin';
  body: z.ZodMiniType<SaveBody<Values>, SaveBody<Values>>;
  answer: typeof answer;
};

/** Values are validated as a whole; an outdated version is 409 `settings_changed`. */
export const saveSettings = mapGroups<{
  [Group in SettingsGroup]: SaveRoute<Settings[Group]>;
}>((group) =>
  adminRoute('PUT', `/admin/settings/${group}`, {
    summary: `Saves the settings of the group ${group}`,
    body: jsonObject({ values: settingsSchemas[group], version }),
    maxBodyBytes: (BODIES[group] ?? 1) * USUAL_BODY_BYTES,
    status: 200,
    answer,
  }),
);

export const MAX_LOGO_BYTES = 200_000;

/** Field `logo`; it is kept for good when the group `face` is saved with it. */
export const uploadLogo = adminRoute('POST', '/admin/settings/face/logo', {
  summary: 'Uploads a logo as the multipart field `logo`: PNG, or SVG, which is cleaned',
  status: 201,
  /** Its URL, relative to the site's root. */
  answer: success({ logo: z.string() }),
});

/** An unknown group is 404. */
export const resetSettings = adminRoute('DELETE', '/admin/settings/{group}', {
  summary: 'Returns a group to its defaults',
  answer,
});

export const listSettingsVersions = adminRoute('GET', '/admin/settings/{group}/versions', {
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
