import Fastify from 'fastify';
import { loadConfig } from '#server/config.ts';
import { openPostgresFloor, openSqliteFloor } from './floor-databases.ts';
import { readTemplate } from './floor-template.ts';

/**
 * The baseline for the shop's orders, as a program: a bare Fastify that trusts its input. With BARE
 * it writes two rows in one transaction, else exactly the rows of an order.
 */
const config = loadConfig({ ...process.env, BARE: undefined });
const template = await readTemplate(config);
const floor =
  config.database.kind === 'postgres'
    ? await openPostgresFloor(config.database.url, template)
    : openSqliteFloor(config.dataDir, template);
const write = process.env.BARE ? floor.writeTwo : floor.writeOrder;

const app = Fastify();
app.post<{ Body: { images: { imageUrl: string }[] } }>('/api/orders', async (request, reply) => {
  const { body, headers } = request;
  const pictures = body.images.map(({ imageUrl }) =>
    imageUrl.slice('/files/'.length, -'.webp'.length),
  );
  const id = await write({ pictures, key: String(headers['idempotency-key']) });
  reply.status(201);
  return { success: true, order: { id, ...body } };
});
console.log(`floor: ${await app.listen({ host: config.host, port: 0 })}`);
