/** Loaded as soon as a user signs in or may be signed in. */
export { session } from './current-session.ts';
export { SignedInBar } from './header/SignedInBar.tsx';
export { SignInDialog } from './sign-in/SignInDialog.tsx';
