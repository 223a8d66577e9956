// Starts the shop with a clock that is ahead by the days in the file `days-ahead` of its data
// folder. Only a test starts it, instead of `server/main.ts`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '#server/config.ts';
import { runShop } from '#server/start-shop.ts';

const DAY_MS = 86_400_000;

const file = join(loadConfig().dataDir, 'days-ahead');
const days = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
const now = Date.now;
Date.now = () => now() + days * DAY_MS;
await runShop(loadConfig);
