// Loaded before a program (`NODE_OPTIONS=--import …`): shifts its clock by SKEW_MS milliseconds.
const skew = Number(process.env.SKEW_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + skew;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (date, parts, asked) =>
    Reflect.construct(date, parts.length === 0 ? [now()] : parts, asked),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
