// npm start: installs and builds what is stale, then serves the shop and its API.
import { prepare } from './lib/prepare.mjs';
import { script } from './lib/run.mjs';
import { runServer } from './lib/server.mjs';

await script(async () => {
  await prepare({ build: true, serve: true });
  return runServer('server/main.ts');
});
