import { loadConfig } from './config.ts';
import { runShop } from './run-shop.ts';

await runShop(loadConfig);
