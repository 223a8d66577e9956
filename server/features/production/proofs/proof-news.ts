import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { wasCalledOff } from '#domain/orders/order-money.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { PROOF_TOKEN_PREFIX, proofExpiry, REMIND_AFTER_MS } from '#domain/production/proofs.ts';
import { findAudit, findLastAction } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import type { ProofAnswer, ProofNews } from '#server/features/mail/news.ts';
import { findLiveOrder, findOrders } from '#server/features/orders/order.ts';
import { presentOrder } from '#server/features/orders/present-order.ts';
import {
  findProof,
  findUnanswered,
  markReminded,
  type StoredProof,
} from '#server/features/production/stored-proofs.ts';
import { createIdSigner } from '#server/lib/secrets.ts';

/** Returns an open proof for its mail; null when it needs no answer any more. */
export async function readProofNews(
  context: Context,
  { orderId, proofId }: { orderId: string; proofId: string },
): Promise<ProofNews | null> {
  const { queries } = context.db;
  const order = await findLiveOrder(queries, orderId);
  const proof = await findProof(queries, proofId);
  if (!order || proof?.state !== 'open' || findLinkProblem(context, order, proof)) return null;
  return {
    order: presentOrder(order, context.clock()),
    isBuyerVerified: order.owner.isVerified,
    url: proofUrl(context, proofId, order.owner.linksEnded),
    expiresAt: proofExpiry(proof.sent_at ?? 0),
  };
}

/** Returns a buyer's answer; null when the order is gone, or the answer was undone. */
export async function readProofAnswer(
  { db, clock }: Context,
  { orderId, changeId }: { orderId: string; changeId: string },
): Promise<ProofAnswer | null> {
  const order = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, changeId);
  if (!order || !entry || order.proof?.state === 'open') return null;
  // This answer was undone, and another one given.
  if ((await findLastAction(db.queries, orderId, 'proof_answered')) !== changeId) return null;
  const answer = entry.changes.find(({ field }) => field === 'proof');
  return {
    order: presentOrder(order, clock()),
    isApproved: answer?.to === 'approved',
    words: entry.reason,
  };
}

/** Reminds each buyer once who has not answered for days. @returns how many mails were sent */
export async function remindProofs(context: Context): Promise<number> {
  const { db, clock, config } = context;
  if (config.proof === 'off') return 0;
  const now = clock();
  const proofs = await findUnanswered(db.queries, {
    after: now - proofExpiry(0),
    until: now - REMIND_AFTER_MS,
  });
  const orders = await findOrders(
    db.queries,
    proofs.map(({ order_id }) => order_id),
  );
  const live = new Set(
    orders.filter((order) => order.deletedAt === null && expectsAnswer(order)).map(({ id }) => id),
  );
  let count = 0;
  for (const { id, order_id } of proofs.filter((proof) => live.has(proof.order_id))) {
    await db.transaction(async (tx) => {
      if (!(await markReminded(tx, id, now))) return;
      await enqueueMail(tx, { kind: 'proof_reminder', orderId: order_id, proofId: id }, now);
      count += 1;
    });
  }
  return count;
}

const signer = createIdSigner('proof-link');

/** The token is in the fragment, which browsers do not send, so it is in no log. */
export function proofUrl(
  context: Pick<Context, 'secret' | 'publicUrl'>,
  proofId: string,
  linksEnded: number,
): string {
  const token = signer.sign(context, PROOF_TOKEN_PREFIX + proofId, linksEnded);
  return `${context.publicUrl}/#pedido=${token}`;
}

/** No proof has this id: an invalid token is looked up by it, so that it takes as long. */
const NO_PROOF = '';

const TEXTS = {
  unknown:
    'Este enlace no abre ninguna prueba. Revisa que esté completo, tal como llegó en tu correo, o escríbenos',
  replaced: 'Te enviamos una prueba más nueva: abre el enlace del último correo',
  void: 'Cambiamos algo después de enviarte esta prueba: te enviaremos otra',
  expired: 'Este enlace venció. Escríbenos y te enviamos otro',
  ended: 'Este pedido ya no espera tu respuesta',
} as const;

/** Why a link is not valid. */
type LinkProblem = keyof typeof TEXTS;
type ProofContext = Pick<Context, 'config' | 'clock'>;

/** A proof, with the number of revocations of the order's links that its token was signed with. */
export type LinkedProof = StoredProof & { linksEnded: number };

/** Returns a token's proof in any state. @throws ShopError `not_found` */
export async function findByToken(context: Context, token: string): Promise<LinkedProof> {
  const signed = signer.read(context, token);
  const id = signed?.id.replace(PROOF_TOKEN_PREFIX, '') ?? NO_PROOF;
  const proof = await findProof(context.db.queries, id);
  if (!signed || !proof) throw refuseLink('unknown');
  return { ...proof, linksEnded: signed.linksEnded };
}

/**
 * Returns why a proof's link is not valid; null while it is: the proof is the order's latest, its
 * pins have not changed, it has not expired, and the order is in progress.
 */
function findLinkProblem(
  { config, clock }: ProofContext,
  order: Order | null,
  { state, sent_at }: StoredProof,
): LinkProblem | null {
  if (sent_at === null) return 'unknown';
  if (state === 'replaced' || state === 'void') return state;
  if (!order || order.deletedAt !== null) return 'ended';
  if (config.proof === 'off' || !expectsAnswer(order)) return 'ended';
  return clock() >= proofExpiry(sent_at) ? 'expired' : null;
}

function expectsAnswer(order: Order): boolean {
  return isUnderWay(order.status) && !wasCalledOff(order);
}

/** @throws ShopError `not_found` when a proof's link is dead; its message says why */
export function refuseDeadLink(
  context: ProofContext,
  order: Order | null,
  proof: LinkedProof,
): void {
  const problem = findLinkProblem(context, order, proof);
  if (problem) throw refuseLink(problem);
  if (order?.owner.linksEnded !== proof.linksEnded) throw refuseLink('ended');
}

function refuseLink(why: LinkProblem): ShopError {
  return new ShopError('not_found', { message: TEXTS[why] });
}
