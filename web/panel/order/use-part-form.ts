import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { keysOf } from '#domain/base/keys.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { type ChangeOrder, useOrderChange } from './queries.ts';

/**
 * A form about a part of an order, which shows `saved` until something is typed. What is typed
 * outlives changes of the order, until the shop has saved it. Spread `field(name)` on a text,
 * `choice(name)` on a select.
 * @param what the beginning of the error message, such as 'Error al guardar las notas'
 */
export function usePartForm<Values extends Record<keyof Values & string, unknown>>(
  order: AdminOrderDetail,
  what: string,
  saved: Values,
) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const { isBusy, outcome, change } = useOrderChange(order, what);
  const values: Values = { ...saved, ...typed };
  const isTyped = keysOf<keyof Values & string>(saved).some((name) => values[name] !== saved[name]);
  useUnsaved(isTyped);
  const edit = <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
    setTyped((now) => ({ ...now, [name]: value }));
  return {
    ...{ values, isTyped, isBusy, outcome, edit },
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onType: (value: Values[Name]) => edit(name, value),
    }),
    choice: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onPick: (value: Values[Name]) => edit(name, value),
    }),
    /** Forgets what was typed before it was sent; resolves to false after an error. */
    save: async (...args: Parameters<ChangeOrder>) => {
      const { tone } = await change(...args);
      if (tone === 'error') return false;
      setTyped((now) => withoutSaved(now, typed));
      return true;
    },
  };
}

/** Returns what was typed since `sent` was. */
function withoutSaved<Values extends object>(now: Partial<Values>, sent: Partial<Values>) {
  const left = { ...now };
  for (const name in sent) if (left[name] === sent[name]) delete left[name];
  return left;
}
