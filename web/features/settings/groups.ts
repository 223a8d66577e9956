import { SETTINGS_GROUPS, type SettingsGroup } from '#domain/settings/settings.ts';

/** The groups whose window is a plain form. */
export type FormGroup = Exclude<SettingsGroup, 'products'>;
export const FORM_GROUPS: readonly FormGroup[] = SETTINGS_GROUPS.filter(
  (group) => group !== 'products',
);
