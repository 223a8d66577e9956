import * as z from 'zod';
import { ShopError } from '#domain/base/errors.ts';
import type { IdToken } from '#domain/people/buyer.ts';
import type { FirebaseOptions } from './options.ts';

const PATIENCE_MS = 10_000;

const refusal = z.object({ error: z.object({ message: z.string() }) });
const checked = z.object({ email: z.string(), requestType: z.string() });

/** An error returned by Firebase, with its code such as `INVALID_OOB_CODE`. */
export class ToolkitRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Firebase refused: ${code}`);
    this.name = 'ToolkitRefusal';
    this.code = code;
  }
}

export type Toolkit = ReturnType<typeof openToolkit>;

export type CallParts = {
  options: FirebaseOptions;
  toolkit: Toolkit;
  readToken: (bearer: string) => Promise<IdToken | null>;
};

/**
 * Returns the calls of Google's Identity Toolkit that need no service account: they are authorized
 * by the code of a mail, or by an account's own token.
 */
export function openToolkit({
  settings,
  publicUrl,
}: Pick<FirebaseOptions, 'settings' | 'publicUrl'>) {
  /** @throws ToolkitRefusal; ShopError `unavailable` when Firebase does not answer */
  async function ask(call: string, body: object): Promise<unknown> {
    const url = `${settings.apiUrl}/v1/accounts:${call}?key=${encodeURIComponent(settings.apiKey)}`;
    let answer: Response;
    let json: unknown;
    try {
      answer = await fetch(url, {
        method: 'POST',
        // An owner may have restricted the key to this site.
        headers: { 'content-type': 'application/json', referer: `${publicUrl()}/` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      });
      json = await answer.json();
    } catch {
      throw new ShopError('unavailable');
    }
    if (answer.ok) return json;
    const { data } = refusal.safeParse(json);
    if (!data || answer.status >= 500) throw new ShopError('unavailable');
    // `WEAK_PASSWORD : Password should be at least 6 characters`
    throw new ToolkitRefusal(data.error.message.split(/[\s:]/, 1)[0] ?? '');
  }

  return {
    /** Returns a code's e-mail and type, without using it up. */
    checkCode: async (code: string) => checked.parse(await ask('resetPassword', { oobCode: code })),
    /** Applies the code of a verification or of a changed e-mail, and uses it up. */
    applyCode: async (code: string) => void (await ask('update', { oobCode: code })),
    /** Sets a new password; uses the code up and ends all sessions at Firebase. */
    resetPassword: async (code: string, newPassword: string) =>
      checked.parse(await ask('resetPassword', { oobCode: code, newPassword })),
    /** Removes the account of a token with a recent sign-in. */
    deleteAccount: async (idToken: string) => void (await ask('delete', { idToken })),
  };
}
