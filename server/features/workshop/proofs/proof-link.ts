import { PROOF_TOKEN_PREFIX } from '#domain/proofs.ts';
import { createIdSigner } from '#server/secrets.ts';
import type { Context } from '../../../context.ts';

const signer = createIdSigner('proof-link');

/** @returns the proof that the token stands for, or null when it was not made by this shop */
export function readProofToken(context: Pick<Context, 'secret'>, token: string): string | null {
  return signer.read(context, token)?.replace(PROOF_TOKEN_PREFIX, '') ?? null;
}

/** In the fragment, which browsers send to nobody: the token is in no log. */
export function proofUrl(context: Pick<Context, 'secret' | 'publicUrl'>, proofId: string): string {
  return `${context.publicUrl}/#pedido=${signer.sign(context, PROOF_TOKEN_PREFIX + proofId)}`;
}
