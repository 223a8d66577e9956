import type { CloseWindow, Steps } from './levels.ts';
import type { Store } from './store.ts';

type Windows = Store<readonly CloseWindow[]>;

/** What an entry of the browser's history stands for: so many levels, the first of them steps. */
type Entry = { depth: number; step: number };

type Page = Pick<Window, 'addEventListener'> & {
  history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
};

function readEntry(state: unknown): Entry | null {
  if (typeof state !== 'object' || !state || !('depth' in state) || !('step' in state)) return null;
  const { depth, step } = state;
  return typeof depth === 'number' && typeof step === 'number' ? { depth, step } : null;
}

/**
 * Makes the browser's Back close the window on top, or else go one step back. Each step and each
 * window is a level; the history has one entry per level, all with the same address. Levels come
 * and go as they like, and the entries follow. When Back or Forward was pressed it is the other
 * way round: the levels follow the entry, and where they refuse, the entry is returned to.
 */
export function createBackStack(page: Page, windows: Windows, steps: Store<Steps | null>) {
  const { history } = page;
  /** The level whose entry the browser stands on. */
  let at = 0;
  /** The highest level that is known to have an entry. */
  let reach = 0;
  /** Where a move of our own will arrive. */
  let goal: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAnswering = false;

  const countSteps = () => steps.get()?.step ?? 0;
  const countLevels = () => countSteps() + windows.get().length;

  const mark = () => ({ depth: at, step: Math.min(at, countSteps()) }) satisfies Entry;

  const later = (work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work);
  };

  const move = (to: number) => {
    // Going nowhere would load the page anew.
    if (to === at) return;
    goal = to;
    history.go(to - at);
  };

  /** Makes the entries fit the levels. */
  const fitEntries = () => {
    // The arrival comes back here.
    if (goal !== null) return;
    const levels = countLevels();
    if (at > levels) return move(levels);
    // The wizard scrolls to each step by itself.
    if (countSteps() > 0) history.scrollRestoration = 'manual';
    history.replaceState(mark(), '');
    while (at < levels) {
      at += 1;
      history.pushState(mark(), '');
    }
    reach = at;
  };

  const onLevels = () => {
    if (!isAnswering) later(fitEntries);
  };

  /** Closes as many levels as entries were left. Whether one refuses shows on the screen. */
  const closeLevels = (count: number) => {
    const before = countLevels();
    const top = windows.get().at(-1);
    isAnswering = true;
    if (top) top();
    else steps.get()?.goTo(at);
    later(() => {
      isAnswering = false;
      const levels = countLevels();
      if (levels <= at) fitEntries();
      else if (levels < before && count > 1) closeLevels(count - 1);
      // Refused, or a question was put. It gets no entry: Chrome's Back skips a page that adds
      // entries while nobody touches it.
      else move(Math.min(reach, levels));
    });
  };

  const goForward = ({ depth, step }: Entry) => {
    // A window that was closed does not open again.
    if (windows.get().length === 0 && depth === step) steps.get()?.goTo(step);
    later(fitEntries);
  };

  const start = () => {
    const entry = readEntry(history.state);
    at = entry?.depth ?? 0;
    reach = at;
    if (!entry) history.replaceState(mark(), '');
  };

  page.addEventListener('popstate', ({ state }) => {
    const before = at;
    const wasGoal = goal;
    goal = null;
    const entry = readEntry(state);
    // Somebody changed the address by hand: that made an entry above the one before.
    at = entry?.depth ?? before + 1;
    const levels = countLevels();
    if (!entry) reach = at;
    else if (at === wasGoal) {
      if (at < before || at > levels) fitEntries();
    } else if (at > levels) goForward(entry);
    else if (at < levels && at < before) closeLevels(before - at);
  });
  // A page that comes back as it was left may stand on another entry than it was left on.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    start();
    onLevels();
  });
  windows.subscribe(onLevels);
  steps.subscribe(onLevels);
  start();
  onLevels();
}

let isOpen = false;

/** Opens the page's back stack, unless it is open. */
export function openBackStack(windows: Windows, steps: Store<Steps | null>) {
  if (!isOpen) createBackStack(window, windows, steps);
  isOpen = true;
}
