import { type CloseWindow, isPanelQuery, type Panel, type Steps } from './levels.ts';
import type { Store } from './store.ts';

type Levels = {
  windows: Store<readonly CloseWindow[]>;
  panel: Store<Panel | null>;
  steps: Store<Steps | null>;
};

/** State of a history entry: the number of levels, including steps and tabs. */
type Entry = { depth: number; step: number; past?: number };

type Page = Pick<Window, 'addEventListener'> & {
  history: Pick<History, 'state' | 'go' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
  location: Pick<Location, 'search'>;
  /** Not supported by every browser. */
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
 * Lets the browser's Back close the top window, or else go back one tab or step. Each step, tab and
 * window is a level with one history entry. When levels change, the entries are adjusted to them.
 * When Back or Forward is used, the levels are adjusted to the entry; if they refuse, the history
 * returns to the previous entry. The panel's entries have its URL and open it there.
 */
export function createBackStack(page: Page, { windows, panel, steps }: Levels) {
  const { history } = page;
  /** The level of the current history entry. */
  let at = 0;
  /** The highest level that is known to have an entry. */
  let reach = 0;
  /** The target of a history move of our own. */
  let goal: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAnswering = false;

  const countSteps = () => steps.get()?.step ?? 0;
  const countLevels = () => countSteps() + (panel.get()?.past ?? 0) + windows.get().length;

  /** Returns true while the panel is opening and its windows are not rendered yet. */
  const isOnItsWay = () => panel.get()?.isReady === false;

  const mark = (): Entry => {
    const step = Math.min(at, countSteps());
    const past = Math.min(at - step - 1, panel.get()?.past ?? 0);
    return past > 0 ? { depth: at, step, past } : { depth: at, step };
  };

  /** Returns the URL of the current entry; undefined leaves it unchanged. */
  const addressNow = () => {
    const open = panel.get();
    if (open && at > countSteps()) return `/?${open.query}`;
    return isPanelQuery(page.location.search) ? '/' : undefined;
  };

  /** Opens the panel at the entry's URL, or closes it. */
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
    // After a reload just when an entry is added, our depth may exceed Chrome's entries: below the
    // shop's first entry is another site.
    const below = page.navigation?.currentEntry?.index ?? at;
    const by = Math.max(to - at, -below);
    // `history.go(0)` would reload the page.
    if (by !== 0) {
      goal = to;
      history.go(by);
    } else if (to !== at) {
      at = to;
      history.replaceState(mark(), '');
    }
  };

  /** Adjusts the history entries to the levels. */
  const fitEntries = () => {
    // The pending move calls this again when it arrives.
    if (goal !== null) return;
    const levels = countLevels();
    if (at >= levels && isOnItsWay()) return;
    if (at > levels) return move(levels);
    // The wizard scrolls to each step itself.
    if (countSteps() > 0) history.scrollRestoration = 'manual';
    // An entry below the current one keeps the URL under which it was left.
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

  /** Closes one level per entry that was left; a level that refuses stays on the screen. */
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
      // Refused, or a question was asked. It gets no entry: Chrome's Back skips pages that add
      // entries without a click.
      else move(Math.min(reach, levels));
    });
  };

  const goForward = ({ depth, step, past }: Entry) => {
    // A closed window without a URL does not open again.
    if (isPanelQuery(page.location.search)) followAddress(past);
    else if (windows.get().length === 0 && depth === step) steps.get()?.goTo(step);
    later(fitEntries);
  };

  const start = () => {
    const entry = readEntry(history.state);
    at = entry?.depth ?? 0;
    reach = at;
    if (!panel.get()) followAddress(entry?.past);
    // All step entries are added at once: a reload before that must not find the start here.
    if (!entry && panel.get()) history.replaceState(mark(), '');
  };

  page.addEventListener('popstate', ({ state }) => {
    const before = at;
    const wasGoal = goal;
    goal = null;
    const entry = readEntry(state);
    // The user edited the URL, which added an entry above the previous one.
    at = entry?.depth ?? before + 1;
    const levels = countLevels();
    if (!entry) reach = at;
    else if (isOnItsWay()) followAddress(entry.past);
    else if (at === wasGoal) {
      if (at < before || at > levels) fitEntries();
    } else if (at > levels) goForward(entry);
    else if (at < levels && at < before) closeLevels(before - at, entry.past);
  });
  // A page restored from the back-forward cache may be on another entry.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    start();
    onLevels();
  });
  for (const store of [windows, panel, steps]) store.subscribe(onLevels);
  start();
  onLevels();
}
