import { storedDraft } from '#web/features/orders/draft-flag.ts';
import { isPanelQuery, panel, steps, windows } from '#web/lib/levels.ts';

const bringBackStack = () =>
  void import('#web/lib/back-stack.ts').then(
    (backStack) => backStack.openBackStack({ windows, panel, steps }),
    // The next window tries again.
    () => undefined,
  );

/** Has the browser's Back close windows and walk through the steps, once there are any. */
export function startHistory() {
  windows.subscribe(bringBackStack);
  steps.subscribe(bringBackStack);
  // After a reload without an order to return to, Back leaves the page at once.
  if (isPanelQuery(location.search) || (history.state?.depth && !storedDraft())) bringBackStack();
}
