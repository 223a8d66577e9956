import { type CloseWindow, isPanelQuery, type Panel, type Steps } from './levels.ts';
import type { Store } from './store.ts';

type Levels = {
  windows: Store<readonly CloseWindow[]>;
  panel: Store<Panel | null>;
  steps: Store<Steps | null>;
};

/** What an entry of the browser's history stands for: so many levels, among them steps and tabs. */
type Entry = { depth: number; step: number; past?: number };

type Page = Pick<Window, 'addEventListener'> & {
  history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
  location: Pick<Location, 'search'>;
  /** Not in every browser. */
  navigation?: { currentEntry: { index: number } | null };
};

function readEntry(state: unknown): Entry | null {
  if (typeof state !== 'object' || !state || !('depth' in state) || !('step' in state)) return null;
  const { depth, step } = state;
  if (typeof depth !== 'number' || typeof step !== 'number') return null;
  const past = 'past' in state && typeof state.past === 'number' ? state.past : 0;
  return { depth, step, past };
}

/**
 * Makes the browser's Back close the window on top, or else go one tab or one step back. Each step,
 * tab and window is a level; the history has one entry per level. Levels come and go as they like,
 * and the entries follow. When Back or Forward was pressed it is the other way round: the levels
 * follow the entry, and where they refuse, the entry is returned to. The panel's entries carry its
 * address, and open it there.
 */
export function createBackStack(page: Page, { windows, panel, steps }: Levels) {
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
  const countLevels = () => countSteps() + (panel.get()?.past ?? 0) + windows.get().length;

  /** Whether the panel is wanted and its windows do not stand yet. */
  const isOnItsWay = () => panel.get()?.isReady === false;

  const mark = (): Entry => {
    const step = Math.min(at, countSteps());
    const past = Math.min(at - step - 1, panel.get()?.past ?? 0);
    return past > 0 ? { depth: at, step, past } : { depth: at, step };
  };

  /** Returns the address of the entry that we are at; undefined leaves it as it is. */
  const addressNow = () => {
    const open = panel.get();
    if (open && at > countSteps()) return `/?${open.query}`;
    return isPanelQuery(page.location.search) ? '/' : undefined;
  };

  /** Opens the panel where the entry's address leads, or closes it. */
  const followAddress = (past = 0) => {
    const { search } = page.location;
    const isReady = panel.get()?.isReady ?? false;
    panel.set(isPanelQuery(search) ? { query: search.slice(1), past, isReady } : null);
  };

  const later = (work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work);
  };

  const move = (to: number) => {
    // A reload in the moment of a new entry can be told of one more than Chrome has made: what lies
    // below the shop's own first entry is another site.
    const below = page.navigation?.currentEntry?.index ?? at;
    const by = Math.max(to - at, -below);
    // Going nowhere would load the page anew.
    if (by !== 0) {
      goal = to;
      history.go(by);
    } else if (to !== at) {
      at = to;
      history.replaceState(mark(), '');
    }
  };

  /** Makes the entries fit the levels. */
  const fitEntries = () => {
    // The arrival comes back here.
    if (goal !== null) return;
    const levels = countLevels();
    if (at >= levels && isOnItsWay()) return;
    if (at > levels) return move(levels);
    // The wizard scrolls to each step by itself.
    if (countSteps() > 0) history.scrollRestoration = 'manual';
    // An entry that has others above it keeps the address under which it was left.
    const isLeft = at < levels && at > countSteps();
    history.replaceState(mark(), '', isLeft ? undefined : addressNow());
    while (at < levels) {
      at += 1;
      history.pushState(mark(), '', addressNow());
    }
    reach = at;
  };

  const onLevels = () => {
    if (!isAnswering) later(fitEntries);
  };

  /** Closes as many levels as entries were left. Whether one refuses shows on the screen. */
  const closeLevels = (count: number, past?: number) => {
    const before = countLevels();
    const top = windows.get().at(-1);
    const isAtTab = windows.get().length === 1 && (panel.get()?.past ?? 0) > 0;
    isAnswering = true;
    if (isAtTab && at > countSteps()) followAddress(past);
    else if (top) top();
    else steps.get()?.goTo(at);
    later(() => {
      isAnswering = false;
      const levels = countLevels();
      if (levels <= at) fitEntries();
      else if (levels < before && count > 1) closeLevels(count - 1, past);
      // Refused, or a question was put. It gets no entry: Chrome's Back skips a page that adds
      // entries without a click.
      else move(Math.min(reach, levels));
    });
  };

  const goForward = ({ depth, step, past }: Entry) => {
    // A window without an address that was closed does not open again.
    if (isPanelQuery(page.location.search)) followAddress(past);
    else if (windows.get().length === 0 && depth === step) steps.get()?.goTo(step);
    later(fitEntries);
  };

  const start = () => {
    const entry = readEntry(history.state);
    at = entry?.depth ?? 0;
    reach = at;
    if (!panel.get()) followAddress(entry?.past);
    // Steps get their entries all at once: a reload before that must not find the start here.
    if (!entry && panel.get()) history.replaceState(mark(), '');
  };

  page.addEventListener('popstate', ({ state }) => {
    const before = at;
    const wasGoal = goal;
    goal = null;
    const entry = readEntry(state);
    // The user changed the address by hand: that made an entry above the one before.
    at = entry?.depth ?? before + 1;
    const levels = countLevels();
    if (!entry) reach = at;
    else if (isOnItsWay()) followAddress(entry.past);
    else if (at === wasGoal) {
      if (at < before || at > levels) fitEntries();
    } else if (at > levels) goForward(entry);
    else if (at < levels && at < before) closeLevels(before - at, entry.past);
  });
  // A page that comes back as it was left may stand on another entry than it was left on.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    start();
    onLevels();
  });
  for (const store of [windows, panel, steps]) store.subscribe(onLevels);
  start();
  onLevels();
}

let isOpen = false;

/** Opens the page's back stack, unless it is open. */
export function openBackStack(levels: Levels) {
  if (!isOpen) createBackStack(window, levels);
  isOpen = true;
}
