import type { IdentityLinks } from '../identity.ts';

/** What the links in the shop's own mails stand for. */
export function embeddedLinks(
  post: (path: string, body: object) => Promise<unknown>,
  reload: () => Promise<unknown>,
): IdentityLinks {
  return {
    async verifyEmail(token) {
      await post('/verify-email', { token });
      await reload();
    },
    async rejectAccount(token) {
      await post('/reject-account', { token });
    },
    async resetPassword({ token, password }) {
      await post('/reset-password', { newPassword: password, token });
    },
  };
}
