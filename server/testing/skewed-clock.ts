// Loaded before a program (`NODE_OPTIONS=--import …`): its machine's clock is wrong by SKEW_MS.
const skew = Number(process.env.SKEW_MS ?? 0);
const real = Date.now.bind(Date);

class SkewedDate extends Date {
  constructor(...parts: [] | [number | string | Date]) {
    const [at] = parts;
    super(at === undefined ? SkewedDate.now() : at);
  }
  static override now(): number {
    return real() + skew;
  }
}
Object.defineProperty(SkewedDate, 'UTC', { value: Date.UTC });
Object.defineProperty(SkewedDate, 'parse', { value: Date.parse });
Object.defineProperty(globalThis, 'Date', { value: SkewedDate });
