import { aftersalesMails } from './features/aftersales/mails.ts';
import { accountMails } from './features/mail/account-mails.ts';
import type { Writers } from './features/mail/letter.ts';
import { orderMails } from './features/orders/mails.ts';
import { paymentMails } from './features/payments/mails.ts';
import { productionMails } from './features/production/mails.ts';

/** Writes every kind of mail: each is in the feature that its data is from. */
export const mailWriters: Writers = {
  ...accountMails,
  ...orderMails,
  ...paymentMails,
  ...productionMails,
  ...aftersalesMails,
};
