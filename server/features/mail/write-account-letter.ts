import type { Context } from '../../context.ts';
import type { AccountMail } from './enqueue-mail.ts';
import type { Letter } from './letter.ts';
import { resetPasswordLetter, verifyEmailLetter } from './letters/account.ts';
import { passwordChangedLetter, signInMethodAddedLetter } from './letters/account-notices.ts';
import { secondFactorLetter } from './letters/second-factor.ts';
import type { Written } from './written.ts';

export function writeAccountLetter(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  mail: AccountMail,
  shopName: string,
): Written {
  return { to: mail.to, letter: letterOf(mail, publicUrl, shopName), attachments: [] };
}

function letterOf(mail: AccountMail, publicUrl: string, shopName: string): Letter {
  if (mail.kind === 'verify_email') return verifyEmailLetter(mail.url, shopName);
  if (mail.kind === 'reset_password') return resetPasswordLetter(mail.url, shopName);
  const notice = { at: mail.at, recoverUrl: `${publicUrl}/#recuperar-cuenta`, shopName };
  if (mail.kind === 'password_changed') return passwordChangedLetter(notice);
  if (mail.kind === 'second_factor_changed') {
    return secondFactorLetter({ ...notice, change: mail.change });
  }
  return signInMethodAddedLetter({ ...notice, method: mail.method });
}
