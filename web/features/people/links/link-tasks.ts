import { toIdentityError } from '#web/identity/errors.ts';
import { closeOverlay, openLink } from '#web/lib/overlays.ts';
import { openSignIn, type SignInMode } from '#web/lib/sign-in.ts';
import { useTasks } from '#web/ui/use-task.ts';

/** Replaces a link's window by the sign-in window. */
export function signInInstead(mode?: SignInMode): void {
  closeOverlay();
  openSignIn(mode);
}

/** Work with a link. If the link has expired, the window `expired` replaces its own. */
export function useLinkTasks<Name extends string>(expired: 'resetExpired' | 'verificationExpired') {
  const { run, ...tasks } = useTasks<Name>('mailed link');
  return {
    ...tasks,
    run: (name: Name, work: () => Promise<void>) =>
      void run(name, () =>
        work().catch((error: unknown) => {
          if (toIdentityError(error).code !== 'link-expired') throw error;
          openLink({ name: expired });
        }),
      ),
  };
}
