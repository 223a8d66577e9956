export { AccountBar } from './AccountBar.tsx';
export { AccountOverlays } from './AccountOverlays.tsx';
export { AdminTools } from './AdminTools.tsx';
export {
  type Account,
  type AccountState,
  accountOf,
  isSignedIn,
  useAccountState,
} from './account.ts';
export { openSignIn } from './overlays.ts';
export { startAccounts } from './start-accounts.ts';
