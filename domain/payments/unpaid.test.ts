import { expect, test } from 'vitest';
import { isOverdue, NO_UNPAID_RULES, payByOf, remindersDue } from './unpaid.ts';

/** 23:30 on 5 March in Chile, which is the 6th in UTC. */
const late = Date.parse('2026-03-06T02:30:00Z');

test("an order is to be paid by a day counted from its own, on Chile's calendar", () => {
  expect(payByOf(late, { ...NO_UNPAID_RULES, payDays: 3 })).toBe('2026-03-08');
  expect(payByOf(late, { ...NO_UNPAID_RULES, payDays: 0 })).toBe('2026-03-05');
  expect(payByOf(late, NO_UNPAID_RULES)).toBeNull();
});

test.each([
  ['2026-03-06', 0],
  ['2026-03-07', 1],
  ['2026-03-09', 1],
  ['2026-03-10', 2],
  ['2026-12-31', 2],
])('by %s its buyer has been due %i reminders', (today, due) => {
  const reminders = [{ day: 2 }, { day: 5 }];
  expect(remindersDue(late, today, { ...NO_UNPAID_RULES, reminders })).toBe(due);
});

test('an order is overdue from the day after its last one', () => {
  expect(isOverdue('2026-03-08', '2026-03-08')).toBe(false);
  expect(isOverdue('2026-03-08', '2026-03-09')).toBe(true);
  expect(isOverdue(null, '2026-03-09')).toBe(false);
});
