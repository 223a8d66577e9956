/** Time for a screen to place the focus itself, in milliseconds. */
const OWN_MS = 50;
/** Longer than the pause between two quick presses. */
const SETTLING_MS = 700;

/** Elements that the Tab key may reach. */
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** Elements that a key activates. */
const PRESSED = 'a, button, summary';

/** Where an element was: within a parent, after one of its nodes, or first. */
type Place = { parent: Node; after: Node | null };

/**
 * Keeps the keyboard's focus. An element that is disabled while its work is in progress gets it
 * back, and one that is removed, or stays disabled after its work, passes it to what follows its
 * place, so that the Tab key does not begin at the top of the page. It moves only if the screen has
 * not placed it itself. The element that gets it ignores a second press, which was meant for the
 * former one.
 */
export function keepFocus(page: Document): void {
  let focused: HTMLElement | null = null;
  let place: Place | null = null;
  let hasWorked = false;
  let isWaiting = false;
  let receiver: Element | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const settle = (target: Element) => {
    receiver = target;
    clearTimeout(settling);
    settling = setTimeout(() => {
      receiver = null;
    }, SETTLING_MS);
  };

  const restore = () => {
    isWaiting = false;
    if (page.activeElement !== page.body || focused === null) return;
    const isDone = hasWorked && focused.matches(':disabled:not([aria-busy=true])');
    if (isDone && focused.parentNode) place = { parent: focused.parentNode, after: focused };
    const targets = focused.isConnected && !isDone ? [focused] : place ? stopsFrom(place) : [];
    for (const target of targets) {
      target.focus({ preventScroll: true });
      // Others are hidden or disabled.
      if (page.activeElement === target) return settle(target);
    }
  };

  new MutationObserver((changes) => {
    if (focused === null) return;
    hasWorked ||= focused.matches('[aria-busy=true]');
    for (const { target: parent, removedNodes, previousSibling: after } of changes)
      for (const node of removedNodes)
        if (node.contains(place?.parent ?? focused)) place = { parent, after };
    if (!isWaiting) setTimeout(restore, OWN_MS);
    isWaiting = true;
  }).observe(page, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'inert'],
  });

  page.addEventListener('focusin', ({ target }) => {
    // On a phone, a field that gets the focus without a tap would open the keyboard.
    const isByKey = target instanceof HTMLElement && target.matches(':focus-visible');
    focused = isByKey ? target : null;
    place = null;
    hasWorked = false;
  });
  page.addEventListener('pointerdown', () => {
    focused = null;
  });
  page.addEventListener(
    'keydown',
    (event) => {
      const { key, repeat, target } = event;
      const isPress = key === 'Enter' || key === ' ';
      if (receiver === null || target !== receiver || !isPress) return;
      if (!receiver.matches(PRESSED)) return;
      event.preventDefault();
      if (repeat) settle(receiver);
    },
    { capture: true },
  );
}

/** Returns the stops that follow a place in its window, then the window's title. */
function stopsFrom({ parent, after }: Place): HTMLElement[] {
  const element = parent instanceof Element ? parent : parent.parentElement;
  const window = element?.closest('dialog') ?? element?.ownerDocument.body;
  if (!element?.isConnected || !window) return [];
  const anchor = after && element.contains(after) ? after : null;
  const isLater = (stop: Node) => {
    const position = (anchor ?? element).compareDocumentPosition(stop);
    const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
    return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (anchor === null || !isInside);
  };
  const stops = [...window.querySelectorAll<HTMLElement>(STOPS)];
  return [
    ...stops.filter((stop) => stop.tabIndex >= 0 && isLater(stop)),
    ...window.querySelectorAll<HTMLElement>('h2[tabindex]'),
  ];
}
