import { adminFile } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { receipt } from './payment-details.ts';

/**
 * The multipart form has the file as `receipt`, and the order: the `token` of a mail's link, or the
 * `orderId` of an own order with a bearer. A later receipt replaces it, while something is asked for.
 */
export const sendReceipt = defineRoute('POST', '/orders/receipt', {
  auth: 'optional',
  summary: "Stores the buyer's proof of transfer: JPEG, PNG, WebP or PDF of up to 5 MB",
  status: 201,
  answer: success({ receipt }),
});

export const downloadReceipt = adminFile('/admin/orders/{id}/receipt', {
  summary: "The order's proof of transfer, in its own type",
  file: '*/*',
});
