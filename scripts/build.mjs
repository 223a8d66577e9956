// npm run build: the web into dist/, whether it is stale or not.
import { prepare } from './lib/prepare.mjs';
import { script } from './lib/run.mjs';

await script(() => prepare({ build: true, force: true }));
