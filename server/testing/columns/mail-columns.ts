import type { MailTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const mailColumns = {
  mail_counts: {
    key: 'text',
    ends_at: 'number',
    mails: 'number',
  },
} satisfies Columns<MailTables>;
