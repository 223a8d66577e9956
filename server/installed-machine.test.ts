import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootMachine, type Machine } from './testing/machine.ts';
import { makeOrder } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { LONG } from './testing/seed.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const DOMAIN = 'pines.localhost';
const INSTALL = `sh pines/deploy/instalar.sh --dominio ${DOMAIN} --correo duena@pines.cl --smtp ''`;
const UPDATE = 'cd /srv/pines/actual && npm run --silent actualizar';
const COMMIT = 'git -c user.name=x -c user.email=x@x.cl commit --quiet -am next';
const MINUTES = 60_000;
/** An empty PostgreSQL, with a password that a URL has to encode, and a second process. */
const MOVE_TO_POSTGRES = `set -e
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq install -y --no-install-recommends postgresql > /dev/null
  cd /
  runuser -u postgres -- psql -qc "create role pines login password 'a b%c'" -c 'create database pines owner pines'
  echo 'DATABASE_URL=postgres://pines:a%20b%25c@127.0.0.1/pines' >> /etc/pines/pines.env
  systemctl restart pines@3000
  systemctl enable --quiet --now pines@3001
  for port in 3000 3001; do until curl -fs -o /dev/null http://127.0.0.1:$port/health; do sleep 1; done; done
  sed -i 's/reverse_proxy 127.0.0.1:3000/& 127.0.0.1:3001/' /etc/caddy/pines.caddy
  systemctl reload caddy`;
/** Everything that an installation makes, with modes, owners and times of change. */
const LIST =
  "find /etc /srv/pines /usr/local -path '*/node_modules' -prune -o -printf '%p %l %m %u %T@\\n' | sort; systemctl show -p ActiveEnterTimestampMonotonic pines@3000 caddy";
/** Buyers order until the file `done` is there; every answer that is not 201 is counted. */
const BUYERS = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const url = 'https://${DOMAIN}/api';
const order = readFileSync('order.json', 'utf8');
const picture = new Blob([readFileSync('pin.png')], { type: 'image/png' });
const orders = [], failed = [];
const send = async (path, init) => {
  try {
    const answer = await fetch(url + path, { method: 'POST', ...init });
    if (answer.status === 201) return await answer.json();
    failed.push(answer.status);
  } catch (error) {
    failed.push(String(error.cause ?? error));
  }
  return {};
};
await Promise.all(Array.from({ length: 3 }, async () => {
  while (!existsSync('done')) {
    const form = new FormData();
    form.set('image', picture, 'pin.png');
    const { imageUrl } = await send('/upload', { body: form });
    if (!imageUrl) continue;
    const headers = { 'content-type': 'application/json' };
    const placed = await send('/orders', { body: order.replace('IMAGE', imageUrl), headers });
    if (placed.order) orders.push(placed.order.id);
  }
}));
writeFileSync('bought.json', JSON.stringify({ orders, failed }));
`;

/** Copies that a machine restores: the golden home's, and those of the machines before it. */
const copies = [{ name: 'copy.zip', orders: 11 }];
let copiesFolder = '';

type Bought = { orders: string[]; failed: (number | string)[] };

beforeAll(async () => {
  copiesFolder = await mkdtemp(join(tmpdir(), 'pines-copies-'));
  await copyFile(
    join(ROOT, 'server/testing/golden/homes/1/copy.zip'),
    join(copiesFolder, 'copy.zip'),
  );
});
afterAll(() => rm(copiesFolder, { recursive: true }));

describe.runIf(LONG && process.getuid?.() === 0).each(['bookworm', 'trixie'])(
  'the shop on a new Debian, %s',
  (suite) => {
    let machine: Machine;
    beforeAll(async () => {
      machine = await bootMachine(suite, DOMAIN);
      const published = join(machine.folder, 'srv/published');
      await mkdir(published);
      await run('sh', ['-c', 'git -C "$0" archive HEAD | tar -x -C "$1"', ROOT, published]);
      await writeFile(join(machine.folder, 'root/pin.png'), await makePng());
      await writeFile(
        join(machine.folder, 'root/order.json'),
        JSON.stringify(makeOrder({ images: ['IMAGE'] })),
      );
      await writeFile(join(machine.folder, 'root/buyers.mjs'), BUYERS);
    }, 20 * MINUTES);
    afterAll(async () => {
      await machine?.close();
    }, 5 * MINUTES);

    /** Runs a command that must succeed. @returns what it printed */
    const done = async (command: string) => {
      const { code, says } = await machine.run(command);
      expect([code, says]).toEqual([0, expect.anything()]);
      return says;
    };
    const install = () => machine.run(INSTALL);
    /** Publishes a change of the program. */
    const publish = (change: string) => done(`cd /srv/published && ${change} && ${COMMIT}`);
    /** Lets buyers order while a command runs. */
    const whileBuyersOrder = async (command: string) => {
      const node =
        'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt /srv/pines/actual/node_modules/.bin/node';
      const buyers = done(`rm -f done; ${node} buyers.mjs`);
      const said = await machine.run(command);
      await done('touch done');
      await buyers;
      const text = await readFile(join(machine.folder, 'root/bought.json'), 'utf8');
      const bought: Bought = JSON.parse(text);
      return { ...said, bought };
    };

    test(
      'is installed by one command, takes orders over https, and a second run changes nothing',
      async () => {
        await done('apt-get -qq update && apt-get -qq install -y --no-install-recommends git');
        await done(`cd /srv/published && git init --quiet -b main && git add -A && ${COMMIT}`);
        await done('git clone --quiet /srv/published pines');
        const first = await install();
        expect([first.code, first.says]).toEqual([
          0,
          expect.stringMatching(new RegExp(`https://${DOMAIN}/api/identity/reset-password/\\S+`)),
        ]);
        // Caddy is its own authority for a name of this machine.
        await done(
          'cat /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt >> /etc/ssl/certs/ca-certificates.crt && echo RATE_LIMITS=off >> /etc/pines/pines.env && systemctl restart pines@3000 && curl --fail --silent --output /dev/null --retry 60 --retry-all-errors http://127.0.0.1:3000/health',
        );
        const { bought } = await whileBuyersOrder('sleep 10');
        expect(bought.orders.length).toBeGreaterThan(0);
        expect(bought.failed).toEqual([]);

        const before = await done(LIST);
        const again = await install();
        expect([again.code, again.says]).toEqual([0, expect.stringMatching(/nada cambió/)]);
        expect(again.says).not.toMatch(/Aviso|reset-password/);
        expect(await done(LIST)).toBe(before);
      },
      30 * MINUTES,
    );

    test('keeps its secrets from other accounts, and the shop from the machine', async () => {
      expect(await done('stat -c "%a %U" /etc/pines/pines.env /etc/pines /var/lib/pines')).toBe(
        '600 root\n700 root\n700 pines\n',
      );
      expect(await done('find /srv/pines ! -user root -o -perm /022 ! -type l')).toBe('');
      const exposure = await done('systemd-analyze security --no-pager pines@3000 | tail -n 1');
      expect(Number(/level for \S+ (\d\.\d)/.exec(exposure)?.[1])).toBeLessThan(2);
      const open = await done('ufw status');
      expect(open.match(/^\d\S+/gm)).toEqual([
        ...['22/tcp', '80/tcp', '443/tcp', '443/udp'],
        ...['22/tcp', '80/tcp', '443/tcp', '443/udp'],
      ]);
      expect(await done('ss -Hlnt "sport = :3000"')).toMatch(/127\.0\.0\.1:3000/);
    });

    test(
      'is updated by one command; buyers wait a moment, and no order is lost',
      async () => {
        expect((await machine.run(UPDATE)).says).toMatch(/Ya tienes la versión más nueva/);
        await publish(`sed -i '0,/"version": ".*"/s//"version": "9.0.0"/' package.json`);
        const { code, says, bought } = await whileBuyersOrder(UPDATE);
        expect([code, says]).toEqual([0, expect.stringContaining('la versión 9.0.0')]);
        // What Caddy cannot send again itself.
        expect(bought.failed.filter((status) => status !== 502)).toEqual([]);
        expect(await countOrders(bought.orders)).toBe(bought.orders.length);
      },
      20 * MINUTES,
    );

    test(
      'goes back to program and data when the new version does not answer',
      async () => {
        const fault = "import Database from 'better-sqlite3';";
        const damage = `new Database('/var/lib/pines/shop.sqlite').exec('drop table orders');`;
        await publish(`printf "${fault} ${damage} setInterval(() => 0, 1000);" > server/main.ts`);
        const { code, says, bought } = await whileBuyersOrder(
          `${UPDATE}; code=$?; sleep 3; exit $code`,
        );
        expect([code, says]).toEqual([
          1,
          expect.stringMatching(/Sigue la versión de antes, 9\.0\.0/),
        ]);
        const ids = bought.orders;
        expect(ids.length).toBeGreaterThan(5);
        expect(await countOrders(ids)).toBe(ids.length);
        await publish('git checkout HEAD~1 -- server/main.ts');
      },
      20 * MINUTES,
    );

    test('restores copies by one command; a bad copy leaves the data as they are', async () => {
      await cp(copiesFolder, join(machine.folder, 'srv/copias'), { recursive: true });
      await done('head -c 20000 /srv/copias/copy.zip > /srv/copias/mala.zip');
      await done('chown -R pines /srv/copias');
      const before = await countOrders();
      expect((await machine.run('pines restore /srv/copias/mala.zip')).code).toBe(1);
      expect(await countOrders()).toBe(before);
      for (const { name, orders } of copies) {
        await done(`pines restore /srv/copias/${name}`);
        expect(await countOrders()).toBe(orders);
      }
    });

    test(
      'copies itself at night to another disk, for the next machine',
      async () => {
        await done('install -d -o pines -m 700 /mnt/copias && systemctl stop pines@3000');
        await done('echo BACKUP_DIR=/mnt/copias >> /etc/pines/pines.env');
        // A shop with an order of yesterday and no copy makes one at once.
        await query('update orders set created_at = created_at - 2 * 86400000');
        await done('systemctl start pines@3000; until ls /mnt/copias/*.zip; do sleep 1; done');
        const [name = ''] = (await done('basename /mnt/copias/*.zip')).split('\n');
        await cp(join(machine.folder, 'mnt/copias'), copiesFolder, { recursive: true });
        copies.push({ name, orders: await countOrders() });
      },
      5 * MINUTES,
    );

    test(
      'replaces several processes on PostgreSQL one after the other, without a failed request',
      async () => {
        await done(MOVE_TO_POSTGRES);
        await publish(`sed -i '0,/"version": ".*"/s//"version": "9.1.0"/' package.json`);
        const updated = await whileBuyersOrder(UPDATE);
        expect([updated.code, updated.says]).toEqual([0, expect.stringContaining('versión 9.1.0')]);
        expect(updated.bought.orders.length).toBeGreaterThan(5);
        expect(updated.bought.failed).toEqual([]);

        await publish('echo "setInterval(() => 0, 1000);" > server/main.ts');
        const failed = await whileBuyersOrder(UPDATE);
        expect([failed.code, failed.says]).toEqual([
          1,
          expect.stringContaining('Siguen vendiendo'),
        ]);
        expect(failed.bought.failed).toEqual([]);
        expect(
          await done('readlink /srv/pines/actual/package.json -e | xargs grep version'),
        ).toContain('9.1.0');
      },
      30 * MINUTES,
    );

    /** Runs a statement on the shop's database. @returns what it printed */
    async function query(sql: string): Promise<string> {
      await writeFile(join(machine.folder, 'srv/query.sql'), sql);
      const program = [
        `const db = new (require('better-sqlite3'))('/var/lib/pines/shop.sqlite')`,
        `const statement = db.prepare(require('fs').readFileSync('/srv/query.sql', 'utf8'))`,
        `console.log(statement.reader ? statement.pluck().get() : statement.run().changes)`,
      ].join(';');
      const node = 'cd /srv/pines/actual && runuser -u pines -- node_modules/.bin/node';
      return await done(`${node} --eval "${program}"`);
    }

    /** Returns how many orders the shop's database has, or how many of these. */
    async function countOrders(ids?: readonly string[]): Promise<number> {
      const list = ids?.map((id) => `'${id}'`).join();
      return Number(
        await query(`select count(*) from orders ${list ? `where id in (${list})` : ''}`),
      );
    }
  },
);
