import type * as z from 'zod/mini';
import type { DeliveryPromise } from '#domain/delivery/promise.ts';
import { delivery } from '#domain/settings/delivery.ts';
import type { FieldSpecs, Rule } from '#domain/settings/group.ts';
import {
  mapGroups,
  type Settings,
  type SettingsGroup,
  settingsGroups,
} from '#domain/settings/settings.ts';
import { productsSchema } from './products.ts';
import { objectSchema } from './schema.ts';

type Schemas = { [Group in SettingsGroup]: z.ZodMiniType<Settings[Group], Settings[Group]> };

/** The schema of each group, mapped from its fields; only that of the products is written. */
export const settingsSchemas: Schemas = {
  ...mapGroups<Schemas>((group) => {
    const { fields, rules }: { fields: FieldSpecs; rules?: readonly Rule<never>[] } =
      settingsGroups[group];
    return objectSchema(fields, rules);
  }),
  products: productsSchema,
};

const { minDays, maxDays, closures } = delivery.fields;

/** The delivery days that buyers may see, for API responses. */
export const promiseSchema = objectSchema<Omit<DeliveryPromise, 'transportDays'>>({
  ...{ minDays, maxDays, closures },
});
