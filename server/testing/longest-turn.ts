/** Returns what the work gives, and the longest turn of this thread meanwhile, in milliseconds. */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [longest, last] = [0, spentMs()];
  const timer = setInterval(() => {
    longest = Math.max(longest, spentMs() - last);
    last = spentMs();
  }, 1);
  const result = await work().finally(() => clearInterval(timer));
  return [result, Math.round(longest)];
}
