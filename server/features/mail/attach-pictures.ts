import type { Order } from '#contract/orders.ts';
import type { Context } from '../../context.ts';
import type { Attachment } from '../../ports/mail/mail.ts';
import { readSquares } from '../uploads/read-squares.ts';

/**
 * Pictures travel inside the mail: most programs hold back what lies elsewhere, and a mail is to be
 * whole when it is read offline, from a shop that only listens at home, or in ten years.
 */
export async function attachPictures(
  context: Context,
  { items }: Order,
): Promise<{ cids: (string | null)[]; attachments: Attachment[] }> {
  const cids: (string | null)[] = [];
  const attachments: Attachment[] = [];
  for (const [at, content] of (await readSquares(context, items)).entries()) {
    const cid = `imagen-${at + 1}@pedido`;
    cids.push(content && cid);
    if (content) {
      const filename = `imagen-${at + 1}.jpg`;
      attachments.push({ filename, contentType: 'image/jpeg', content, cid });
    }
  }
  return { cids, attachments };
}
