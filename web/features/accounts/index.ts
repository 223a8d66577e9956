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
export { loadSecondFactor } from './second-factor/load-second-factor.ts';
export { startAccounts } from './start-accounts.ts';
