// npm run bench: measures how the shop behaves at scale; the results are for reading, nothing
// fails. Arguments choose benchmarks, as in `npm run bench pages`. The soak takes an hour and runs
// only if named.
const words = process.argv.slice(2);
const isWanted = (name: string) => words.every((word) => name.includes(word));
if (isWanted('admin-scale')) await import('../bench/admin-scale.ts');
if (isWanted('codes')) await import('../bench/codes.ts');
if (isWanted('histories')) await import('../bench/histories.ts');
if (isWanted('orders')) await import('../bench/orders.ts');
if (isWanted('pages')) await import('../bench/pages.ts');
if (isWanted('papers')) await import('../bench/papers.ts');
if (isWanted('sign-ins')) await import('../bench/sign-ins.ts');
if (words.includes('soak')) await import('../bench/soak.ts');
if (isWanted('start')) await import('../bench/start.ts');
if (isWanted('upload-floods')) await import('../bench/upload-floods.ts');
if (isWanted('uploads')) await import('../bench/uploads.ts');
