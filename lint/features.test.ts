import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/paths.mjs';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns which features of a wing import which others; tests may import any. */
function drawFeatures(wing: string): Graph {
  const home = join(root, wing, 'features');
  const graph = new Map<string, Set<string>>();
  for (const file of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    if (!/[.]tsx?$/.test(file) || /[.]test[.]/.test(file)) continue;
    const feature = file.split('/')[0] ?? '';
    const others = graph.get(feature) ?? new Set();
    graph.set(feature, others);
    const text = readFileSync(join(home, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const target = path.startsWith('#')
        ? join(root, path.slice(1))
        : join(home, dirname(file), path);
      const other = target.startsWith(`${home}/`)
        ? target.slice(home.length + 1).split('/')[0]
        : '';
      if (other && other !== feature) others.add(other);
    }
  }
  return graph;
}

/** Removes features without remaining imports until nothing changes; the rest has a cycle. */
function findCircle(graph: Graph): string[] {
  const left = new Set(graph.keys());
  let before: number;
  do {
    before = left.size;
    for (const feature of left) {
      const others = [...(graph.get(feature) ?? [])];
      if (!others.some((other) => left.has(other))) left.delete(feature);
    }
  } while (left.size < before);
  return [...left];
}

test.each(['server', 'web'])('features of %s build on each other in one direction', (wing) => {
  const graph = drawFeatures(wing);
  expect(graph.get('orders')).toContain('uploads');
  expect(findCircle(graph)).toEqual([]);
});

test('a circle of features is found', () => {
  const circle = new Map([
    ['cups', new Set(['pins'])],
    ['pins', new Set(['boxes'])],
    ['boxes', new Set(['cups'])],
    ['labels', new Set(['pins'])],
    ['paper', new Set<string>()],
  ]);
  expect(findCircle(circle)).toEqual(['cups', 'pins', 'boxes', 'labels']);
});
