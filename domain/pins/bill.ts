import { formatPesos } from '#domain/base/money.ts';
import { describeGroup, groupPins, type OrderedPin } from './choice.ts';

/**
 * Returns a bill's lines of an order's pins where they differ in price: what each group is and what it
 * costs. None where all pins cost the same.
 */
export function billPins(
  items: readonly Omit<OrderedPin, 'crop' | 'press'>[],
): [name: string, amount: string][] {
  const groups = groupPins(items);
  if (groups.every(({ unitPrice }) => unitPrice === groups[0]?.unitPrice)) return [];
  return groups.map((group) => [
    describeGroup(group),
    formatPesos(group.quantity * group.unitPrice),
  ]);
}
