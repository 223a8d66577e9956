export type Notice = {
  /** A line above the home page; empty: none. */
  text: string;
  /** First and last day on which it is shown, such as `2026-03-09`; null: no bound. */
  from: string | null;
  to: string | null;
  ordersClosed: boolean;
  /** The reason, in the shop's own words. */
  closedText: string;
};

/** Returns the line to show on a day, such as `2026-03-09`; null when there is none. */
export function noticeOn({ text, from, to }: Notice, day: string): string | null {
  const isTime = (from === null || from <= day) && (to === null || day <= to);
  return text && isTime ? text : null;
}

/** Message for buyers while the shop takes no orders. */
export function closedMessage({ closedText }: Pick<Notice, 'closedText'>): string {
  return ['No recibimos pedidos por ahora', closedText.replace(/\.$/, '')]
    .filter(Boolean)
    .join('. ');
}
