// Reads a JSON list of expressions ({ source, flags }), and prints those that are not linear.
import { json } from 'node:stream/consumers';
import { check } from 'recheck';

/** Milliseconds for one expression: the slowest of ours takes four seconds. */
const TIMEOUT = 60_000;

const slow = [];
for (const { source, flags } of await json(process.stdin)) {
  const { status, complexity, error } = await check(source, flags, { timeout: TIMEOUT });
  if (status !== 'safe') slow.push(`/${source}/${flags} is ${complexity?.summary ?? error?.kind}`);
}
console.log(JSON.stringify(slow));
process.exit();
