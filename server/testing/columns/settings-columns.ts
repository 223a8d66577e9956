import type { SettingsTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const settingsColumns = {
  settings: {
    group_name: 'text',
    version: 'number',
    saved_values: 'text or null',
    saved_at: 'number',
    saved_by: 'text',
  },
} satisfies Columns<SettingsTables>;
