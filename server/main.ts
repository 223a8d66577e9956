import { loadConfig } from './config.ts';
import { runShop } from './start-shop.ts';

await runShop(loadConfig);
