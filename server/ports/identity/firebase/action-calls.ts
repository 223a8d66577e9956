import { redirect } from '../answers.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import type { CallParts } from './call-parts.ts';
import { countLinks } from './count-links.ts';
import { packMailToken } from './mail-tokens.ts';
import { ToolkitRefusal } from './toolkit.ts';

/** Firebase's name of what a mail is for, by what its link says. */
const types: Readonly<Record<string, string>> = {
  verifyEmail: 'VERIFY_EMAIL',
  resetPassword: 'PASSWORD_RESET',
};

/**
 * Where the links of Firebase's mails lead, once the project's action URL says so. Opening one
 * changes nothing but for a recovered e-mail: it leads home, whose windows ask first.
 */
export function actionCalls(parts: CallParts): IdentityCall[] {
  const { options, toolkit } = parts;
  const count = countLinks(options.limits);

  async function follow(request: IdentityRequest): Promise<Response> {
    const mode = String(request.query.mode ?? '');
    const code = String(request.query.oobCode ?? '');
    await count(request.ip);
    if (mode === 'recoverEmail') return recover(code);
    const email = await findEmail(code, types[mode]);
    if (mode === 'resetPassword') return home(email === null ? resetGone : resetQuery(code));
    if (mode !== 'verifyEmail') return home('/');
    if (email === null) return home('/?emailVerified=true&error=INVALID_TOKEN');
    return home(`/?error=SIGN_IN_TO_VERIFY#verify-email=${packMailToken({ email, code })}`);
  }

  /** Gives an account its e-mail back, which somebody had changed. */
  async function recover(code: string): Promise<Response> {
    await toolkit.applyCode(code).catch(ifRefused);
    return home('/#recuperar-cuenta');
  }

  async function findEmail(code: string, type: string | undefined): Promise<string | null> {
    if (type === undefined) return null;
    const found = await toolkit.checkCode(code).catch(ifRefused);
    return found?.requestType === type ? found.email : null;
  }

  const home = (path: string) => redirect(`${options.publicUrl()}${path}`);
  return [{ method: 'GET', path: '/action', answer: follow }];
}

const resetGone = '/?resetPassword=true&error=INVALID_TOKEN';

function resetQuery(code: string): string {
  return `/?${new URLSearchParams({ resetPassword: 'true', token: code })}`;
}

function ifRefused(error: unknown): null {
  if (error instanceof ToolkitRefusal) return null;
  throw error;
}
