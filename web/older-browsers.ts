/**
 * Adds what the program uses and iOS 15.0, the oldest browser with all the rest, does not have.
 * `start-late.ts` loads it before the program where something is missing. Parts of the browser that
 * no script can add (Web Locks, the clipboard, BroadcastChannel) are checked where they are used.
 */

function add(target: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target))
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

type List = readonly unknown[];
type Test = (value: unknown, index: number, list: List) => unknown;

function findLastIndex(this: List, test: Test): number {
  for (let index = this.length - 1; index >= 0; index -= 1)
    if (test(this[index], index, this)) return index;
  return -1;
}

add(Array.prototype, {
  at(this: List, index: number) {
    return this[index < 0 ? this.length + index : index];
  },
  findLastIndex,
  findLast(this: List, test: Test) {
    return this[findLastIndex.call(this, test)];
  },
  toReversed(this: List) {
    return [...this].reverse();
  },
  toSorted(this: List, compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare);
  },
  toSpliced(this: List, start: number, count: number, ...added: unknown[]) {
    const copy = [...this];
    copy.splice(start, count, ...added);
    return copy;
  },
  with(this: List, index: number, value: unknown) {
    const copy = [...this];
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  },
});

const LONE_SURROGATE = /\p{Surrogate}/gu;

add(String.prototype, {
  isWellFormed(this: string) {
    return this.search(LONE_SURROGATE) < 0;
  },
  toWellFormed(this: string) {
    return this.replaceAll(LONE_SURROGATE, '\ufffd');
  },
});

add(Map, {
  groupBy(items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown) {
    const groups = new Map<unknown, unknown[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index);
      index += 1;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
});

add(Promise, {
  withResolvers() {
    let resolve: unknown;
    let reject: unknown;
    const promise = new Promise((fulfil, fail) => {
      resolve = fulfil;
      reject = fail;
    });
    return { promise, resolve, reject };
  },
});

add(URL, {
  canParse(url: string, base?: string) {
    try {
      return Boolean(new URL(url, base));
    } catch {
      return false;
    }
  },
});

add(AbortSignal, {
  timeout(ms: number) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms);
    return controller.signal;
  },
  any(signals: readonly AbortSignal[]) {
    const controller = new AbortController();
    for (const signal of signals) {
      const abort = () => controller.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { signal: controller.signal });
    }
    return controller.signal;
  },
});

/** A window without `<dialog>`: over the page, but the page can still be reached. */
if (!('HTMLDialogElement' in globalThis)) {
  const close = (window: HTMLElement) => {
    window.removeAttribute('open');
    window.dispatchEvent(new Event('close'));
  };
  add(HTMLElement.prototype, {
    show(this: HTMLElement) {
      this.setAttribute('open', '');
    },
    showModal(this: HTMLElement) {
      this.setAttribute('open', '');
    },
    close(this: HTMLElement) {
      close(this);
    },
  });
  Object.defineProperty(HTMLElement.prototype, 'open', {
    configurable: true,
    get(this: HTMLElement) {
      return this.hasAttribute('open');
    },
    // `<details>` has its own.
    set(this: HTMLElement, isOpen: boolean) {
      this.toggleAttribute('open', isOpen);
    },
  });
  const style = document.createElement('style');
  style.textContent = `
    dialog:not([open]) { display: none; }
    dialog[open] { position: fixed; inset: 0; z-index: 9; display: block; overflow: auto; }`;
  document.head.append(style);
}
