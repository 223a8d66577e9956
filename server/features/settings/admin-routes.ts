import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { BIN_DAYS } from '#domain/privacy/retention.ts';
import { findGroup, SETTINGS_GROUPS, type SettingsGroup } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import { createReceiveLogo } from '#server/features/uploads/receive-logo.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { listSaves } from '#server/settings/repo.ts';
import { readSave } from '#server/settings/stored.ts';
import { changeSettings, describeSettings } from './change-settings.ts';

const LISTED = 50;

export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;

  serve(app, calls.readSettings, async () =>
    succeed({
      settings: await describeSettings(settings, db.queries),
      environment: environmentOf(context),
    }),
  );

  for (const group of SETTINGS_GROUPS) {
    serve(app, calls.saveSettings[group], async ({ body, buyer: { uid: by } }) =>
      succeed({ settings: await changeSettings(context, { group, ...body, by }) }),
    );
  }

  const receiveLogo = createReceiveLogo(context);
  serve(
    app,
    calls.uploadLogo,
    async ({ request }) => succeed({ logo: await receiveLogo(request) }),
    {
      onRequest: [limitRate(context, { name: 'logo', points: 120, seconds: 3600 })],
      ...formOptions('logo', { required: ['logo'] }),
    },
  );

  serve(app, calls.resetSettings, async ({ params, buyer: { uid: by } }) => {
    const reset = { group: readGroup(params.group), values: null, version: null, by };
    return succeed({ settings: await changeSettings(context, reset) });
  });

  serve(app, calls.listSettingsVersions, async ({ params }) => {
    const group = readGroup(params.group);
    const saves = await listSaves(db.queries, group, LISTED);
    const versions = saves.map(({ version, saved_values, saved_at, saved_by, email, ...then }) => ({
      version,
      values: readSave(settings.defaults, group, { ...then, [group]: saved_values }),
      savedAt: new Date(saved_at).toISOString(),
      by: { uid: saved_by, email },
    }));
    return succeed({ versions });
  });
}

/** @throws ShopError `not_found` for an unknown group */
function readGroup(text: string): SettingsGroup {
  const group = findGroup(text);
  if (!group) throw new ShopError('not_found');
  return group;
}

/** The configuration that admins may read: no credentials. */
function environmentOf({ config, publicUrl }: Context) {
  const { database, mail, auth, adminEmails, proof: proofs } = config;
  const google = auth.provider === 'firebase' || auth.google !== null;
  return {
    ...{ publicUrl, proofs, binDays: BIN_DAYS, adminEmails: [...adminEmails] },
    database: database.kind,
    mail: { kind: mail.kind, from: mail.from },
    auth: { provider: auth.provider, google },
  };
}
