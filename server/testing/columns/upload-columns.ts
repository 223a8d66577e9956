import type { UploadTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';
import { cropColumns } from './crop-columns.ts';

export const uploadColumns = {
  uploads: {
    id: 'text',
    mime_type: 'text',
    bytes: 'number',
    sha256: 'text or null',
    width: 'number',
    height: 'number',
    created_at: 'number',
    source: 'text or null',
    claimed_at: 'number or null',
    claimed_by: 'text or null',
    square_diameter: 'number or null',
    stored_bytes: 'number',
    removed_at: 'number or null',
    ...cropColumns,
  },
  upload_sums: {
    source: 'text',
    day: 'text',
    bytes: 'number',
  },
} satisfies Columns<UploadTables>;
