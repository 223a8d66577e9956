import { loadConfig } from '../config.ts';
import { runShop } from '../run-shop.ts';
import { seedCodes } from './seed-codes.ts';

await runShop(loadConfig, async ({ context }) => {
  const codes = await seedCodes(context);
  const lines = codes.map(({ code, name }) => `  ${code.padEnd(14)} ${name}`);
  process.stdout.write(`Discount codes:\n${lines.join('\n')}\n`);
});
