import type { ReturnLink } from '../return-links.ts';
import { RecoverDialog } from './RecoverDialog.tsx';
import { ResetDialog } from './ResetDialog.tsx';
import { ResetExpiredDialog } from './ResetExpiredDialog.tsx';
import { VerificationExpiredDialog } from './VerificationExpiredDialog.tsx';
import { VerifiedDialog } from './VerifiedDialog.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

export type AccountLink = Exclude<ReturnLink, { name: 'order' }>;

export function LinkDialog({ link }: { link: AccountLink }) {
  switch (link.name) {
    case 'verified':
      return <VerifiedDialog />;
    case 'verify':
      return <VerifyDialog token={link.token} />;
    case 'verificationExpired':
      return <VerificationExpiredDialog />;
    case 'reset':
      return <ResetDialog token={link.token} />;
    case 'resetExpired':
      return <ResetExpiredDialog />;
    case 'recover':
      return <RecoverDialog />;
  }
}
