import { ShopError } from '#domain/errors.ts';
import { isUnderWay } from '#domain/orders.ts';
import { proofExpiry } from '#domain/proofs.ts';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../orders/change-order.ts';
import { findProof, type StoredProof } from '../../orders/proofs.ts';
import { readProofToken } from './proof-link.ts';

/** No proof has this id: what a wrong token is looked up by, so that it takes as long. */
const NO_PROOF = '';

const TEXTS = {
  unknown: 'Este enlace no abre ninguna prueba. Revisa que esté completo, tal como llegó',
  replaced: 'Te enviamos una prueba más nueva: abre el enlace del último correo',
  void: 'Cambiamos algo después de enviarte esta prueba: te enviaremos otra',
  expired: 'Este enlace venció. Escríbenos y te enviamos otro',
  ended: 'Este pedido ya no espera tu respuesta',
} as const;

/** Why a link opens nothing. */
type Flaw = keyof typeof TEXTS;
type Parts = Pick<Context, 'config' | 'clock'>;

/** Returns a token's proof, whatever became of it. @throws ShopError `not_found` */
export async function findByToken(context: Context, token: string): Promise<StoredProof> {
  const id = readProofToken(context, token);
  const proof = await findProof(context.db.queries, id ?? NO_PROOF);
  if (!proof) throw refuseLink('unknown');
  return proof;
}

/**
 * Returns why a proof's link is dead; null while it works: it is the order's latest, of pins that
 * have not changed, not too old, and the order is under way.
 */
export function findFlaw(
  { config, clock }: Parts,
  order: OrderRow | null,
  { state, sent_at }: StoredProof,
): Flaw | null {
  if (sent_at === null) return 'unknown';
  if (state === 'replaced' || state === 'void') return state;
  if (!order || order.deleted_at !== null) return 'ended';
  if (config.proof === 'off' || !isUnderWay(order.status)) return 'ended';
  return clock() >= proofExpiry(sent_at) ? 'expired' : null;
}

/** @throws ShopError `not_found` when a proof's link is dead; it says to its holder why */
export function refuseDeadLink(parts: Parts, order: OrderRow | null, proof: StoredProof): void {
  const flaw = findFlaw(parts, order, proof);
  if (flaw) throw refuseLink(flaw);
}

function refuseLink(why: Flaw): ShopError {
  return new ShopError('not_found', { message: TEXTS[why] });
}
