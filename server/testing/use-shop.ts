import { afterAll, beforeAll } from 'vitest';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import type { DatabaseKind } from './database.ts';
import { openShop, type TestShop } from './shop.ts';

/** Returns a shop that is open during the tests of the enclosing `describe`. */
export function useShop(...given: Parameters<typeof openShop>): TestShop {
  return useOpened(
    () => openShop(...given),
    (shop) => shop.close(),
  );
}

/** Returns a shop with its owner signed in, open during the tests of the enclosing `describe`. */
export function useAdminShop(
  kind: DatabaseKind,
  options: Parameters<typeof openAdminShop>[1] = {},
): AdminShop {
  return useOpened(
    () => openAdminShop(kind, options),
    ({ shop }) => shop.close(),
  );
}

function useOpened<T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened && close(opened));
  return new Proxy<T>(Object.create(null), {
    get: (_, name) => {
      if (!opened) throw new Error('the shop opens with the first test');
      return Reflect.get(opened, name);
    },
  });
}
