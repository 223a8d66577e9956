import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import { closeChecked } from './find-wrong-sums.ts';
import { openShop, type TestShop } from './shop.ts';

export { anyDatabase, databases, raceDatabases, testOnAny, testRaceOn } from './database.ts';

const DESCRIBE = { before: beforeAll, after: afterAll };
/** Hooks of each test of a `describe`. */
export const TEST = { before: beforeEach, after: afterEach };

/**
 * Returns a shop that is open during the tests of the enclosing `describe`. By default requests are
 * passed to its routes without sockets, which cost a fifth of a test: `isInjected: false` is for
 * tests of streams and connections, for clients that go away, and for calls within a test's
 * transaction, which they would join.
 */
export const useShop = (...given: Parameters<typeof openShop>): TestShop => use(DESCRIBE, given);

/** Returns a shop with its owner signed in, open during the tests of the enclosing `describe`. */
export const useAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(DESCRIBE, given);

/** The same, whose orders' sums are checked at the end. */
export const useCheckedAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useOpened(
    () => openInjected(...given),
    ({ shop }) => closeChecked(shop),
  );

/** Returns a shop that is a new one in each test of the enclosing `describe`. */
export const useFreshShop = (...given: Parameters<typeof openShop>): TestShop => use(TEST, given);

/** Returns a shop with its owner signed in, a new one in each test of the enclosing `describe`. */
export const useFreshAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(TEST, given);

type Hooks = typeof DESCRIBE | typeof TEST;

function use(hooks: Hooks, [kind, overrides]: Parameters<typeof openShop>): TestShop {
  return useOpened(
    () => openShop(kind, { isInjected: true, ...overrides }),
    (shop) => shop.close(),
    hooks,
  );
}

function useAdmin(hooks: Hooks, given: Parameters<typeof openAdminShop>): AdminShop {
  return useOpened(
    () => openInjected(...given),
    ({ shop }) => shop.close(),
    hooks,
  );
}

const openInjected: typeof openAdminShop = (kind, overrides) =>
  openAdminShop(kind, { isInjected: true, ...overrides });

/** Returns what is open during the tests of the enclosing `describe`. */
export function useOpened<T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
  { before, after }: Hooks = DESCRIBE,
): T {
  let opened: T | undefined;
  before(async () => {
    opened = await open();
  });
  after(() => opened && close(opened));
  return new Proxy<T>(Object.create(null), {
    get: (_, name) => {
      if (!opened) throw new Error('the shop opens with the first test');
      return Reflect.get(opened, name);
    },
  });
}
