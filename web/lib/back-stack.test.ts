import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { openShop, openTab } from './testing/tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('Back goes through the steps, Forward returns, and Back from the start leaves', () => {
  const shop = openShop();
  for (const step of [1, 2, 3]) {
    shop.show(step);
    shop.settle();
  }
  const seen: string[] = [];
  for (const by of [-1, -1, -1, 1, 1, 1]) {
    shop.press(by);
    seen.push(shop.screen);
  }
  expect(seen).toEqual(['2', '1', '0', '1', '2', '3']);
  shop.press(-3);
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
  shop.press(-1);
  expect(shop.tab.left).toBe(1);
});

test('Back closes the window on top, one by one, before it changes the step', () => {
  const shop = openShop();
  shop.show(2);
  shop.open('terms');
  shop.open('map');
  shop.settle();
  const seen: string[] = [];
  for (let press = 0; press < 3; press += 1) {
    shop.press(-1);
    seen.push(shop.screen);
  }
  expect(seen).toEqual(['2 terms', '2', '1']);
});

test('two quick clicks on Back close two windows', () => {
  const shop = openShop();
  shop.open('panel');
  shop.open('order');
  shop.settle();
  shop.tab.travel(-1);
  shop.tab.travel(-1);
  shop.settle();
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
});

test('a jump over several entries closes several windows', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('panel');
  shop.open('order');
  shop.settle();
  shop.press(-3);
  expect(shop.screen).toBe('0');
});

test('a window that opens while another one closes is closed by the next Back', () => {
  const shop = openShop();
  shop.open('link');
  shop.settle();
  shop.close('link');
  shop.open('sign-in');
  shop.settle();
  expect(shop.tab.states).toHaveLength(2);
  shop.press(-1);
  expect(shop.screen).toBe('0');

  shop.open('profile');
  shop.settle();
  shop.close('profile');
  vi.advanceTimersByTime(1);
  // The move back is pending.
  shop.open('sign-in');
  shop.settle();
  expect(shop.screen).toBe('0 sign-in');
  shop.press(-1);
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
});

test('Back asks where closing asks, and Back takes the question away', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('form', () => shop.open('question'));
  shop.settle();
  const entries = shop.tab.states.length;
  for (let round = 0; round < 3; round += 1) {
    shop.press(-1);
    expect(shop.screen).toBe('1 form question');
    // Back adds no entry, but there is one to go back from.
    expect(shop.tab.states).toHaveLength(entries);
    expect(shop.tab.index).toBe(2);
    shop.press(-1);
    expect(shop.screen).toBe('1 form');
  }
  shop.press(-1);
  shop.close('question');
  shop.close('form');
  shop.settle();
  expect(shop.tab.index).toBe(1);
  shop.press(-1);
  expect(shop.screen).toBe('0');
});

test('two quick clicks on Back on a form ask, and lose neither the form nor the step', () => {
  const shop = openShop();
  shop.show(2);
  shop.open('form', () => shop.open('question'));
  shop.settle();
  shop.tab.travel(-1);
  shop.tab.travel(-1);
  shop.settle();
  expect(shop.names).toContain('form');
  expect(shop.step).toBe(2);
  expect(shop.tab.index).toBe(3);
});

test('a step that holds while its order is sent stays, and Back works again afterwards', () => {
  const shop = openShop();
  shop.show(3);
  shop.settle();
  shop.furthest = -1;
  shop.press(-1);
  shop.press(-1);
  expect(shop.screen).toBe('3');
  expect(shop.tab.index).toBe(3);
  shop.furthest = 3;
  shop.show(0);
  shop.settle();
  expect(shop.tab.index).toBe(0);
});

test('Forward opens no window again, and no step that the order does not allow', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('terms');
  shop.settle();
  shop.press(-1);
  shop.press(1);
  expect(shop.screen).toBe('1');
  expect(shop.tab.index).toBe(1);

  shop.show(3);
  shop.settle();
  shop.press(-2);
  shop.furthest = 2;
  shop.press(2);
  expect(shop.screen).toBe('1');
  shop.press(1);
  expect(shop.screen).toBe('2');
});

test('after a reload the entries of the page before still lead through the steps', () => {
  const before = openShop();
  for (const step of [1, 2]) {
    before.show(step);
    before.settle();
  }
  const states = structuredClone(before.tab.states);
  const shop = openShop(openTab(states, 2));
  shop.settle();
  shop.show(2);
  shop.settle();
  expect(shop.tab.states).toEqual(states);
  shop.press(-1);
  expect(shop.screen).toBe('1');
  shop.press(1);
  expect(shop.screen).toBe('2');
});

test('a reload before the steps have their entries finds no step that was never shown', () => {
  const shop = openShop();
  shop.show(3);
  expect(shop.tab.history.state).toBeNull();
  shop.settle();
  expect(shop.tab.history.state).toEqual({ depth: 3, step: 3 });
});

test('an entry that the browser never made leads to no other site', () => {
  const tab = openTab([{ depth: 3, step: 3 }]);
  tab.navigation = { currentEntry: { index: 0 } };
  const shop = openShop(tab);
  shop.settle();
  expect(tab.left + tab.loads).toBe(0);
  expect(tab.history.state).toEqual({ depth: 0, step: 0 });
});

test('a window that a reload took away leaves no entry', () => {
  const before = openShop();
  before.show(1);
  before.open('terms');
  before.settle();
  const shop = openShop(openTab(structuredClone(before.tab.states), 2));
  shop.show(1);
  shop.settle();
  expect(shop.tab.index).toBe(1);
});

test('a link pasted into the address opens its window over all else', () => {
  const shop = openShop();
  shop.show(2);
  shop.settle();
  shop.tab.history.pushState(null);
  shop.tab.arrive(3);
  shop.open('link');
  shop.settle();
  expect(shop.screen).toBe('2 link');
  expect(shop.tab.states).toHaveLength(4);
  shop.press(-1);
  expect(shop.screen).toBe('2');
});

test('a page that comes back as it was left has an entry for each level again', () => {
  const shop = openShop();
  shop.show(2);
  shop.settle();
  // Left by a jump from the second step and returned by Forward: the browser is on the first entry.
  shop.tab.index = 0;
  shop.tab.tell('pageshow', { persisted: true });
  shop.settle();
  expect(shop.tab.index).toBe(2);
  shop.press(-1);
  expect(shop.screen).toBe('1');
});

test('after any clicks, Back never leaves while something is open, and nothing is loaded again', () => {
  const deed = fc.oneof(
    fc.record({ what: fc.constantFrom('open', 'form', 'close', 'settle') }),
    fc.record({ what: fc.constant('show'), step: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ what: fc.constant('allow'), step: fc.integer({ min: -1, max: 3 }) }),
    fc.record({ what: fc.constant('press'), by: fc.constantFrom(-2, -1, 1, 2) }),
    fc.record({ what: fc.constant('wait'), ms: fc.integer({ min: 0, max: 4 }) }),
  );
  forAll(fc.array(deed, { maxLength: 40 }), (deeds) => {
    vi.clearAllTimers();
    const shop = openShop();
    let count = 0;
    for (const next of deeds) {
      count += 1;
      const name = `w${count}`;
      if (next.what === 'open') shop.open(name);
      if (next.what === 'form') shop.open(name, () => shop.open(`${name}?`));
      if (next.what === 'close' && shop.names.length > 0) shop.close(shop.names.at(-1) ?? '');
      if (next.what === 'settle') shop.settle();
      if ('step' in next && next.what === 'show') shop.show(next.step);
      if ('step' in next && next.what === 'allow') shop.furthest = next.step;
      if ('ms' in next) vi.advanceTimersByTime(next.ms);
      if ('by' in next) {
        // The browser does not know an entry that was just added.
        shop.settle();
        const levels = shop.step + shop.names.length;
        expect(Math.min(levels, 1)).toBeLessThanOrEqual(shop.tab.index);
        if (shop.tab.index + next.by >= 0) shop.press(next.by);
      }
    }
    shop.settle();
    // Any action at rest aligns entries and levels.
    shop.open('last');
    shop.settle();
    expect(shop.tab.index).toBe(shop.step + shop.names.length);
    expect(shop.tab.left + shop.tab.loads).toBe(0);
  });
});
