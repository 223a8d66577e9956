import type { IdentityLinks, IdentityUser } from '../identity.ts';

export function mailLinks(
  post: (path: string, body: object) => Promise<unknown>,
  afterVerification: () => Promise<IdentityUser | null>,
): IdentityLinks {
  return {
    async verifyEmail(token) {
      await post('/verify-email', { token });
      await afterVerification();
    },
    afterVerification,
    async rejectAccount(token) {
      await post('/reject-account', { token });
    },
    async resetPassword({ token, password }) {
      await post('/reset-password', { newPassword: password, token });
    },
  };
}
