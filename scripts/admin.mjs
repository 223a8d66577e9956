// npm run admin -- <command>: what the shop's operator does at the server.
import { prepare } from './lib/prepare.mjs';
import { script } from './lib/run.mjs';
import { runServer } from './lib/server.mjs';

await script(async () => {
  await prepare({ serve: true });
  return runServer('server/operator/main.ts', {}, process.argv.slice(2));
});
