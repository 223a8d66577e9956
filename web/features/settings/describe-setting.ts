import { settingsSchemas } from '#contract/settings/settings.ts';
import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { regions } from '#domain/delivery/regions.ts';
import { type Field, type FieldSpecs, type InputField, isSame } from '#domain/settings/group.ts';
import { type Settings, type SettingsGroup, settingsGroups } from '#domain/settings/settings.ts';
import { writeNumber } from '#web/lib/decimals.ts';

const NONE = '–';

export function labelOf({ label }: Field): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns the settings that differ, with their later values as text, such as `50 pines, $1.500`. */
export function describeChanges(fields: FieldSpecs, before: object, after: object) {
  return Object.entries(fields)
    .filter(([name]) => !isSame(Reflect.get(before, name), Reflect.get(after, name)))
    .map(([name, spec]) => ({
      ...{ name, label: labelOf(spec), text: describeSetting(spec, Reflect.get(after, name)) },
    }));
}

function describeSetting(spec: Field, value: unknown): string {
  if (spec.kind === 'switch') return value === true ? 'sí' : 'no';
  if (spec.kind === 'picture' || spec.kind === 'logo') return value ? 'una imagen' : 'sin imagen';
  if (spec.kind === 'own' || value === null || value === undefined || value === '') return NONE;
  if (spec.kind === 'list') {
    const entries = (Array.isArray(value) ? value : []).map((entry) =>
      Object.entries(spec.entry)
        .map(([part, input]) => describeSetting(input, Reflect.get(entry, part)))
        .filter((text) => text !== NONE)
        .join(', '),
    );
    return entries.join('; ') || NONE;
  }
  if (spec.kind === 'day') return formatDay(String(value));
  if (spec.kind === 'choice' || spec.kind === 'region') {
    return optionsOf(spec).find(([option]) => option === value)?.[1] ?? String(value);
  }
  if (typeof value !== 'number') return String(value);
  if (spec.kind === 'pesos') return formatPesos(value);
  if (spec.kind === 'mm') return `${writeNumber(value)} mm`;
  return spec.kind === 'whole' ? `${value} ${spec.unit}` : String(value);
}

/** Returns what can be chosen, with labels. */
export function optionsOf(spec: InputField & { kind: 'choice' | 'region' }) {
  if (spec.kind === 'choice') return spec.options;
  return regions.map(({ code, name }) => [code, name] as const);
}

/** Returns the values of an earlier save, and what differs from now. */
export function readSave<Group extends SettingsGroup>(
  group: Group,
  save: { values: object | null },
  now: DescribedSettings[Group],
) {
  const values: Settings[Group] = settingsSchemas[group].parse(save.values ?? now.defaults);
  const { label, fields, summarize } = settingsGroups[group];
  if (group !== 'products') {
    return { values, differences: describeChanges(fields, now.values, values) };
  }
  const text = summarize(values, '');
  return { values, differences: isSame(values, now.values) ? [] : [{ label, text }] };
}
