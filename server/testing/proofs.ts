import { proofUrl } from '#server/features/production/proofs/proof-news.ts';
import type { Answer } from './client.ts';
import type { TestShop } from './shop.ts';

/** Returns the tokens of an order's proofs as in their mails, oldest first. */
export async function proofTokens({ context }: TestShop, orderId: string): Promise<string[]> {
  const proofs = await context.db.queries
    .selectFrom('proofs')
    .innerJoin('orders', 'orders.id', 'proofs.order_id')
    .select(['proofs.id', 'links_ended'])
    .where('order_id', '=', orderId)
    .where('sent_at', 'is not', null)
    .orderBy('proofs.id')
    .execute();
  return proofs.map(({ id, links_ended }) =>
    new URL(proofUrl(context, id, links_ended)).hash.replace('#pedido=', ''),
  );
}

export async function lastProofToken(shop: TestShop, orderId: string): Promise<string> {
  const token = (await proofTokens(shop, orderId)).at(-1);
  if (token === undefined) throw new Error(`no proof of ${orderId} was sent`);
  return token;
}

export function viewProof(shop: TestShop, token: string): Promise<Answer> {
  return shop.call('/api/proofs/view', { json: { token } });
}

type ProofAnswer = { approved: boolean; words?: string; remarks?: { n: number; words: string }[] };

export function answerProof(
  shop: TestShop,
  token: string,
  answer: ProofAnswer = { approved: true },
): Promise<Answer> {
  return shop.call('/api/proofs/answer', { json: { token, ...answer } });
}

export function undoProofAnswer(shop: TestShop, token: string): Promise<Answer> {
  return shop.call('/api/proofs/undo', { json: { token } });
}
