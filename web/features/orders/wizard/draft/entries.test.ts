import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, type Entries, type Entry, mergeEntries } from './entries.ts';

const entry = fc.record<Entry>({
  key: fc.constantFrom('step', 'form.phone', 'picture.a.notes'),
  value: fc.option(fc.string(), { nil: null }),
  at: fc.integer({ min: 0, max: 5 }),
  by: fc.constantFrom('tab-1', 'tab-2'),
});
/** A tab never uses a stamp twice. */
const writes = fc.uniqueArray(entry, { selector: ({ key, at, by }) => `${key} ${at} ${by}` });
const empty: Entries = new Map();

const plain = (entries: Entries) =>
  [...entries.values()].sort((a, b) => a.key.localeCompare(b.key));

describe('merging the writes of several tabs', () => {
  it('ends alike in whatever order and grouping they arrive', () => {
    fc.assert(
      fc.property(writes, fc.nat(), (all, cut) => {
        const at = cut % (all.length + 1);
        const once = mergeEntries(empty, all);
        const inTwo = mergeEntries(mergeEntries(empty, all.slice(at)), all.slice(0, at));
        expect(plain(inTwo)).toEqual(plain(once));
      }),
    );
  });

  it('hands the same map back when nothing is newer, so that no echo is sent', () => {
    fc.assert(
      fc.property(writes, (all) => {
        const once = mergeEntries(empty, all);
        expect(mergeEntries(once, all)).toBe(once);
      }),
    );
  });

  it('keeps the later value of a field and leaves the other fields alone', () => {
    const old = mergeEntries(empty, [
      { key: 'form.phone', value: '1', at: 1, by: 'a' },
      { key: 'form.email', value: 'x', at: 9, by: 'a' },
    ]);
    const merged = mergeEntries(old, [
      { key: 'form.phone', value: '2', at: 2, by: 'b' },
      { key: 'form.email', value: 'y', at: 3, by: 'b' },
    ]);
    expect(merged.get('form.phone')?.value).toBe('2');
    expect(merged.get('form.email')?.value).toBe('x');
  });
});

describe('a tab’s clock', () => {
  it('never repeats a stamp and stays ahead of what it has seen', () => {
    const clock = createClock('a', () => 100);
    clock.see([{ at: 500, by: 'b' }]);
    expect([clock.stamp().at, clock.stamp().at]).toEqual([501, 502]);
  });
});
