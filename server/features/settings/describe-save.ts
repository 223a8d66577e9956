import type { AuditChange } from '#contract/base/audit.ts';
import { keysOf } from '#domain/base/keys.ts';
import type { Product } from '#domain/pins/products.ts';
import { isSame } from '#domain/settings/group.ts';
import type { Settings, SettingsGroup } from '#domain/settings/settings.ts';

type Values = Settings[SettingsGroup];

/** Returns the changes of a save for the audit log: settings by name, products with what changed. */
export function describeSave(before: Values, after: Values): AuditChange[] {
  if ('products' in before && 'products' in after) {
    return describeProducts(before.products, after.products);
  }
  return keysOf(after as Record<string, unknown>)
    .filter((field) => !isSame(Reflect.get(before, field), Reflect.get(after, field)))
    .map((field) => ({ field }));
}

/** Names in the audit log, equal to those of the groups of settings where they exist there. */
const productFields: Readonly<Record<Exclude<keyof Product, 'id'>, string>> = {
  name: 'name',
  press: 'press',
  price: 'pin',
  steps: 'steps',
  finishes: 'finishes',
  imageUrl: 'picture',
  retired: 'retired',
};

function describeProducts(before: readonly Product[], after: readonly Product[]): AuditChange[] {
  const gone = before.filter(({ id }) => after.every((product) => product.id !== id));
  const changes = after.flatMap((product): AuditChange[] => {
    const { id, name } = product;
    const earlier = before.find((one) => one.id === id);
    if (!earlier) return [{ field: 'product', from: null, to: name }];
    const changed = keysOf(productFields).filter((key) => !isSame(earlier[key], product[key]));
    if (changed.length === 0) return [];
    return [
      { field: 'product', to: name },
      ...changed.map((key) => ({ field: productFields[key] })),
    ];
  });
  for (const { name } of gone) changes.push({ field: 'product', from: name, to: null });
  return changes.length > 0 ? changes : [{ field: 'productOrder' }];
}
