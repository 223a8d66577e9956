/** What a field holds once `sent` is saved: `empty`, unless something else was typed meanwhile. */
export function afterSending<Value>(sent: Value, empty: Value): (now: Value) => Value {
  return (now) => (now === sent ? empty : now);
}
