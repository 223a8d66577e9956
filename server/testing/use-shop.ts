import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import { openShop, type TestShop } from './shop.ts';

const DESCRIBE = { before: beforeAll, after: afterAll };
const TEST = { before: beforeEach, after: afterEach };

/** Returns a shop that is open during the tests of the enclosing `describe`. */
export const useShop = (...given: Parameters<typeof openShop>): TestShop => use(DESCRIBE, given);

/** Returns a shop with its owner signed in, open during the tests of the enclosing `describe`. */
export const useAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(DESCRIBE, given);

/** Returns a shop that is a new one in each test of the enclosing `describe`. */
export const useFreshShop = (...given: Parameters<typeof openShop>): TestShop => use(TEST, given);

/** Returns a shop with its owner signed in, a new one in each test of the enclosing `describe`. */
export const useFreshAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(TEST, given);

type Hooks = typeof DESCRIBE | typeof TEST;

function use(hooks: Hooks, given: Parameters<typeof openShop>): TestShop {
  return useOpened(
    hooks,
    () => openShop(...given),
    (shop) => shop.close(),
  );
}

function useAdmin(hooks: Hooks, given: Parameters<typeof openAdminShop>): AdminShop {
  return useOpened(
    hooks,
    () => openAdminShop(...given),
    ({ shop }) => shop.close(),
  );
}

function useOpened<T extends object>(
  { before, after }: Hooks,
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
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
