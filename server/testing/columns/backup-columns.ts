import type { BackupTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const backupColumns = {
  backups: {
    id: 'text',
    state: 'text',
    under_way: 'number or null',
    progress: 'number',
    with_pictures: 'number',
    bytes: 'number or null',
    failure: 'text or null',
    requested_by: 'text',
    created_at: 'number',
    ended_at: 'number or null',
  },
} satisfies Columns<BackupTables>;
