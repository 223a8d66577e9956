import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

type Options = {
  /** Items of one call. */
  most: number;
  /** For so long a call keeps others from beginning. */
  patienceMs: number;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns what has items done by `work`: at once while nothing is under way, else together with what
 * else comes, as soon as that is half as much as is under way. So the more there is to do, the more
 * is done with each call, and calls that overlap are alike in size.
 * @param work returns for each item, in their order, its result or what becomes of it; what it throws
 *   is thrown to all
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { most, patienceMs }: Options,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isStarting = false;

  async function start(): Promise<void> {
    if (isStarting || waiting.length === 0 || 2 * waiting.length < underWay) return;
    isStarting = true;
    // What arrives in this turn of the loop comes along.
    await turn();
    isStarting = false;
    // A power of two: work may prepare something for each number.
    const batch = waiting.splice(0, Math.min(most, 2 ** Math.floor(Math.log2(waiting.length))));
    underWay += batch.length;
    void start();
    await Promise.race([settle(batch), sleep(patienceMs, undefined, { ref: false })]);
    underWay -= batch.length;
    void start();
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      // One for each.
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    void start();
    return promise;
  };
}
