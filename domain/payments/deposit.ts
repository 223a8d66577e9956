/** What share of an order is asked for before it is made. */
export type DepositRule = {
  /** Of the total, 1 to 99; null: the whole order is paid before. */
  depositPercent: number | null;
  /** Orders below this total, in pesos, are paid whole. */
  depositFrom: number;
};

export const NO_DEPOSIT: DepositRule = { depositPercent: null, depositFrom: 0 };

/** Returns the deposit of an order, in whole pesos; null: all of it is paid before it is made. */
export function depositOf(
  total: number,
  { depositPercent, depositFrom }: DepositRule,
): number | null {
  if (depositPercent === null || total < depositFrom) return null;
  const deposit = Math.round((total * depositPercent) / 100);
  return deposit > 0 && deposit < total ? deposit : null;
}

/** An order's deposit, in pesos, and whether it was paid. */
export type Deposit = { amount: number; isPaid: boolean };

/**
 * Returns what is missing of an open deposit, in pesos; 0: none is asked for, or it was paid.
 * @param due what is missing of the total
 * @param isOver the order left: all that is missing is asked for
 */
export function openDeposit(
  deposit: Deposit | null,
  { total, due, isOver = false }: { total: number; due: number; isOver?: boolean },
): number {
  const isOpen = deposit !== null && !deposit.isPaid && !isOver;
  return isOpen ? Math.max(0, due - (total - deposit.amount)) : 0;
}
