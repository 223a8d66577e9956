import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from './context.ts';
import { deriveKey } from './secrets.ts';

/** Signs ids of one kind, for links: nothing that opens anything is stored. */
export type IdSigner = {
  /** @returns the id with the shop's signature, for whoever is to have it */
  sign: (signer: Pick<Context, 'secret'>, id: string) => string;
  /** @returns the id, or null when this shop did not sign it for this purpose */
  read: (signer: Pick<Context, 'secret'>, token: string) => string | null;
};

/** @param purpose tells the signatures of one kind of id from all others; see `deriveKey` */
export function createIdSigner(purpose: string): IdSigner {
  function sign({ secret }: Pick<Context, 'secret'>, id: string): string {
    const signature = createHmac('sha256', deriveKey(secret, purpose)).update(id);
    return `${id}.${signature.digest('base64url')}`;
  }
  return {
    sign,
    read: (signer, token) => {
      const [id = ''] = token.split('.', 1);
      const right = Buffer.from(sign(signer, id));
      const given = Buffer.from(token);
      return given.length === right.length && timingSafeEqual(given, right) ? id : null;
    },
  };
}
