import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';

/** The shop without the worker that sends mails, as a program. */
const config = loadConfig(process.env);
const app = await createApp(await createContext(config, roof));
console.log(`shop: ${await app.listen({ host: config.host, port: 0 })}`);
