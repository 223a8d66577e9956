import { panelHealthUrl } from '#contract/health/health-admin.ts';
import type { Context } from '#server/context.ts';
import {
  type Notice,
  passwordChangedLetter,
  resetPasswordLetter,
  secondFactorLetter,
  senderTestLetter,
  signInMethodAddedLetter,
  verifyEmailLetter,
} from './account-letters.ts';
import type { Letter, Writers, Written } from './letter.ts';
import { healthLetter } from './owner-letters.ts';

type Addressed = { to: string };

/** Returns the writer of mails whose payload has their recipient. */
function toAccount<Mail extends Addressed>(
  write: (mail: Mail, shopName: string, context: Context) => Letter,
) {
  return async (context: Context, mail: Mail): Promise<Written> => {
    const { name } = (await context.settings.current()).settings.seller;
    return { to: mail.to, letter: write(mail, name, context), attachments: [] };
  };
}

/** Returns the writer of mails about a link. */
function link(write: (url: string, shopName: string) => Letter) {
  return toAccount<Addressed & { url: string }>(({ url }, shopName) => write(url, shopName));
}

/** Returns the writer of mails about what happened to an account. */
function notice<Further>(write: (notice: Notice & Further) => Letter) {
  return toAccount<Addressed & { at: number } & Further>((mail, shopName, { publicUrl }) =>
    write({ ...mail, shopName, recoverUrl: `${publicUrl}/#recuperar-cuenta` }),
  );
}

/** The mails to accounts, and to the owner about the shop itself. */
export const accountMails = {
  verify_email: link(verifyEmailLetter),
  reset_password: link(resetPasswordLetter),
  sender_test: link(senderTestLetter),
  password_changed: notice(passwordChangedLetter),
  sign_in_method_added: notice(signInMethodAddedLetter),
  second_factor_changed: notice(secondFactorLetter),
  health_changed: toAccount((mail, _name, { publicUrl }) =>
    healthLetter(mail, panelHealthUrl(publicUrl)),
  ),
} satisfies Partial<Writers>;
