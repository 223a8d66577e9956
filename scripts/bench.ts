// npm run bench: measures how the shop behaves at scale; the results are for reading, nothing
// fails. Arguments choose benchmarks, as in `npm run bench pages`. The soak takes an hour and runs
// only if named.
const benchmarks = {
  'admin-scale': () => import('../bench/admin-scale.ts'),
  codes: () => import('../bench/codes.ts'),
  histories: () => import('../bench/histories.ts'),
  orders: () => import('../bench/orders.ts'),
  pages: () => import('../bench/pages.ts'),
  papers: () => import('../bench/papers.ts'),
  'sign-ins': () => import('../bench/sign-ins.ts'),
  soak: () => import('../bench/soak.ts'),
  start: () => import('../bench/start.ts'),
  taps: () => import('../bench/taps.ts'),
  uploads: () => import('../bench/uploads.ts'),
};

const words = process.argv.slice(2);
const wanted = Object.entries(benchmarks).filter(
  ([name]) =>
    words.every((word) => name.includes(word)) && (name !== 'soak' || words.includes(name)),
);
if (wanted.length === 0) {
  console.error(`Ninguna medición se llama así; hay ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
for (const [, run] of wanted) await run();
