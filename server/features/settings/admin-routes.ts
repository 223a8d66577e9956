import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/settings-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { BIN_DAYS } from '#domain/retention.ts';
import { SETTINGS_GROUPS, type SettingsGroup } from '#domain/settings.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { listSaves } from '#server/settings/repo.ts';
import { readValues } from '#server/settings/shop-settings.ts';
import { changeProducts, changeSettings, describeSettings } from './change-settings.ts';

const LISTED = 50;

export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;

  serve(app, calls.readSettings, async () =>
    succeed({
      settings: describeSettings(settings.defaults, await settings.read(db.queries)),
      environment: environmentOf(context),
    }),
  );

  const save = calls.saveSettings;
  serve(app, save.prices, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'prices', ...body, by }) }),
  );
  serve(app, save.delivery, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'delivery', ...body, by }) }),
  );
  serve(app, save.seller, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'seller', ...body, by }) }),
  );
  serve(app, save.payment, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'payment', ...body, by }) }),
  );
  serve(app, save.unpaid, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'unpaid', ...body, by }) }),
  );
  serve(app, save.ways, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'ways', ...body, by }) }),
  );
  serve(app, save.couriers, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'couriers', ...body, by }) }),
  );
  serve(app, save.complaints, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'complaints', ...body, by }) }),
  );
  serve(app, save.notice, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'notice', ...body, by }) }),
  );
  serve(app, save.press, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeSettings(context, { group: 'press', ...body, by }) }),
  );
  serve(app, save.products, async ({ body, buyer: { uid: by } }) =>
    succeed({ settings: await changeProducts(context, { group: 'products', ...body, by }) }),
  );

  serve(app, calls.resetSettings, async ({ params, buyer: { uid: by } }) => {
    const group = readGroup(params.group);
    const change = { values: null, version: null, by };
    const settings =
      group === 'products'
        ? await changeProducts(context, { group, ...change })
        : await changeSettings(context, { group, ...change });
    return succeed({ settings });
  });

  serve(app, calls.listSettingsVersions, async ({ params }) => {
    const saves = await listSaves(db.queries, readGroup(params.group), LISTED);
    const versions = saves.map(({ version, saved_values, saved_at, saved_by, email }) => ({
      version,
      values: readValues(saved_values),
      savedAt: new Date(saved_at).toISOString(),
      by: { uid: saved_by, email },
    }));
    return succeed({ versions });
  });
}

/** @throws ShopError `not_found` for an unknown group */
function readGroup(text: string): SettingsGroup {
  const group = SETTINGS_GROUPS.find((one) => one === text);
  if (!group) throw new ShopError('not_found');
  return group;
}

/** The configuration that admins may read: no credentials. */
function environmentOf({ config, publicUrl }: Context) {
  const { database, mail, auth, adminEmails, proof: proofs } = config;
  return {
    publicUrl,
    database: database.kind,
    mail: { kind: mail.kind, from: mail.from },
    auth: {
      provider: auth.provider,
      google: auth.provider === 'firebase' || auth.google !== null,
    },
    adminEmails: [...adminEmails],
    proofs,
    binDays: BIN_DAYS,
  };
}
