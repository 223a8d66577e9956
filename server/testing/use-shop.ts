import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import { closeChecked } from './find-wrong-sums.ts';
import { openShop, type TestShop } from './shop.ts';

const DESCRIBE = { before: beforeAll, after: afterAll };
/** Hooks of each test of a `describe`. */
export const TEST = { before: beforeEach, after: afterEach };

/** Returns a shop that is open during the tests of the enclosing `describe`. */
export const useShop = (...given: Parameters<typeof openShop>): TestShop => use(DESCRIBE, given);

/** Returns a shop with its owner signed in, open during the tests of the enclosing `describe`. */
export const useAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(DESCRIBE, given);

/** The same, whose orders' sums are checked at the end. */
export const useCheckedAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useOpened(
    () => openAdminShop(...given),
    ({ shop }) => closeChecked(shop),
  );

/** Returns a shop that is a new one in each test of the enclosing `describe`. */
export const useFreshShop = (...given: Parameters<typeof openShop>): TestShop => use(TEST, given);

/** Returns a shop with its owner signed in, a new one in each test of the enclosing `describe`. */
export const useFreshAdminShop = (...given: Parameters<typeof openAdminShop>): AdminShop =>
  useAdmin(TEST, given);

type Hooks = typeof DESCRIBE | typeof TEST;

function use(hooks: Hooks, given: Parameters<typeof openShop>): TestShop {
  return useOpened(
    () => openShop(...given),
    (shop) => shop.close(),
    hooks,
  );
}

function useAdmin(hooks: Hooks, given: Parameters<typeof openAdminShop>): AdminShop {
  return useOpened(
    () => openAdminShop(...given),
    ({ shop }) => shop.close(),
    hooks,
  );
}

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
