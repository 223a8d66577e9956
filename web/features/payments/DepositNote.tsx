import { describeDeposit, type OnItsWay } from '#domain/delivery/way-texts.ts';
import { type DepositRule, depositOf } from '#domain/payments/deposit.ts';

type Props = {
  /** The order's total, in pesos. */
  total: number;
  rule: DepositRule;
  to?: OnItsWay['deliveryData'];
};

/** What is paid before an order is made, and what before it leaves; nothing for a small order. */
export function DepositNote({ total, rule, to }: Props) {
  const deposit = depositOf(total, rule);
  return deposit === null ? null : (
    <p>{describeDeposit(deposit, total - deposit, { deliveryData: to })}</p>
  );
}
