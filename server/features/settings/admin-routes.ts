import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { BIN_DAYS } from '#domain/privacy/retention.ts';
import { SETTINGS_GROUPS, type Settings, type SettingsGroup } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { listSaves } from '#server/settings/repo.ts';
import { readValues } from '#server/settings/shop-settings.ts';
import { changeProducts, changeSettings, describeSettings } from './change-settings.ts';

const LISTED = 50;

type Save<Group extends SettingsGroup> = {
  body: { values: Settings[Group]; version: number };
  buyer: { uid: string };
};

export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;

  serve(app, calls.readSettings, async () =>
    succeed({
      settings: describeSettings(settings.defaults, await settings.read(db.queries)),
      environment: environmentOf(context),
    }),
  );

  const save = calls.saveSettings;
  const changing =
    <Group extends Exclude<SettingsGroup, 'products'>>(group: Group) =>
    async ({ body, buyer }: Save<Group>) =>
      succeed({ settings: await changeSettings(context, { group, ...body, by: buyer.uid }) });
  serve(app, save.prices, changing('prices'));
  serve(app, save.delivery, changing('delivery'));
  serve(app, save.seller, changing('seller'));
  serve(app, save.payment, changing('payment'));
  serve(app, save.unpaid, changing('unpaid'));
  serve(app, save.ways, changing('ways'));
  serve(app, save.couriers, changing('couriers'));
  serve(app, save.complaints, changing('complaints'));
  serve(app, save.notice, changing('notice'));
  serve(app, save.press, changing('press'));
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
