import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { installPackages } from '../scripts/lib/install.mjs';
import { root } from '../scripts/lib/paths.mjs';

type Expression = { place: string; source: string; flags: string };

/** Returns the regular expressions of a program; one that is built at runtime has no source. */
function findExpressions(file: string, text: string): Expression[] {
  const found: Expression[] = [];
  const add = (start: number, source: string, flags = '') => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ place: `${file}:${line}`, source, flags });
  };
  const addBuilt = ({ start, callee }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') add(start, '');
  };
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

/** Returns the places of expressions whose time is not linear in their input. */
function findSlow(expressions: readonly Expression[]): string[] {
  return expressions.flatMap(({ place, source, flags }) => {
    const isSlow = source === '' || analyse({ source, flags }).reports.length > 0;
    return isSlow ? [`${place} /${source}/${flags}`] : [];
  });
}

const all = globSync('{domain,contract,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .flatMap((file) => findExpressions(file, readFileSync(join(root, file), 'utf8')));

test('no regular expression takes more than linear time', () => {
  expect(all.length).toBeGreaterThan(100);
  expect(findSlow(all)).toEqual([]);
});

test.each([
  String.raw`part.split(/\s*;\s*q=/i)`,
  '/^(a+)+$/.test(text)',
  String.raw`text.replaceAll(/\S*@\S*/g, '')`,
  'new RegExp(text).test(text)',
])('one that would, or that is built at runtime, is found: %s', (text) => {
  expect(findSlow(findExpressions('server/http/slow.ts', text))).toHaveLength(1);
});

const TOOL = join(root, 'tools/expressions');

// Recheck proves it, and finds more than the quick analysis; it takes half a minute.
test.runIf(process.env.TEST_LONG === '1')(
  'none is slow in a proof, either',
  { timeout: 600_000 },
  () => {
    installPackages(TOOL, { dev: true });
    const input = JSON.stringify([...all, { source: '<b[^>]*>(.*?)</b>', flags: 'g' }]);
    const slow = execFileSync('node', ['find-slow.mjs'], { cwd: TOOL, input, encoding: 'utf8' });
    expect(JSON.parse(slow)).toEqual(['/<b[^>]*>(.*?)</b>/g is 2nd degree polynomial']);
  },
);
