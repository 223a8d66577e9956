import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';

/** Between two looks for tables that have grown, as in the complete shop. */
const GROWTH_MS = 2000;

/** The shop without the worker that sends mails, as a program. */
const config = loadConfig(process.env);
const context = await createContext(config, roof);
const app = await createApp(context);
console.log(`shop: ${await app.listen({ host: config.host, port: 0 })}`);
setInterval(() => void context.db.analyzeGrown(), GROWTH_MS);
