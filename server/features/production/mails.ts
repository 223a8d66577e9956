import { PICTURE_TOKEN_PREFIX } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import type { MailByKind } from '#server/features/mail/enqueue-mail.ts';
import type { Writers } from '#server/features/mail/letter.ts';
import { pictureReplacedLetter, proofAnswerLetter } from '#server/features/mail/owner-letters.ts';
import {
  pictureReceivedLetter,
  pictureRequestLetter,
  pictureRestoredLetter,
  proofLetter,
} from '#server/features/mail/picture-letters.ts';
import { readMailedOrder, toBuyer, toShop, withPictures } from '#server/features/orders/mails.ts';
import { findOpenLink } from '#server/features/orders/stored-links.ts';
import { readProofAnswer, readProofNews } from './proofs/proof-news.ts';

/** Reads the link to replace pictures, whose token only its mail has; null: it was used. */
async function readPictureRequest(
  context: Context,
  mail: MailByKind['picture_requested' | 'picture_link'],
) {
  const { orderId, token } = mail;
  const found = await readMailedOrder(context, mail);
  const link = found && (await findOpenLink(context.db.queries, { orderId, purpose: 'picture' }));
  const url = `${context.publicUrl}/#pedido=${PICTURE_TOKEN_PREFIX}${token}`;
  return link && { ...found, ...link, url };
}

async function readProof(context: Context, mail: MailByKind['proof_sent' | 'proof_reminder']) {
  const news = await readProofNews(context, mail);
  return news && withPictures(context, { ...news, isReminder: mail.kind === 'proof_reminder' });
}

export const productionMails = {
  picture_requested: toBuyer(readPictureRequest, pictureRequestLetter),
  picture_link: toBuyer(readPictureRequest, pictureRequestLetter),
  picture_received: toBuyer(readMailedOrder, pictureReceivedLetter),
  picture_replaced: toShop(readMailedOrder, pictureReplacedLetter),
  picture_restored: toBuyer(readMailedOrder, pictureRestoredLetter),
  proof_sent: toBuyer(readProof, proofLetter),
  proof_reminder: toBuyer(readProof, proofLetter),
  proof_answered: toShop(
    readProofAnswer,
    (told, _url, shopName) => proofAnswerLetter(told, shopName),
    { repliesToBuyer: true },
  ),
} satisfies Partial<Writers>;
