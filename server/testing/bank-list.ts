import { afterEach, beforeAll, expect } from 'vitest';
import * as calls from '#contract/payments/statements.ts';
import { dayOf } from '#domain/base/dates.ts';
import { readList } from '#server/ports/bank/child/read-list.ts';
import type { DatabaseKind } from './database.ts';
import type { TestShop } from './shop.ts';
import { useAdminShop } from './use-shop.ts';

/** The first line of a list. */
export const HEAD = 'Fecha;Descripción;Cargos;Abonos;Saldo';

/** Makes a shop read lists in this thread, which takes a hundredth of the time of another one. */
export function readListsHere({ context }: TestShop): void {
  const key = Buffer.from('key');
  context.bank = {
    ...context.bank,
    readList: (list, options) => readList({ ...options, list, key }),
  };
}

/** A shop whose owner compares lists of the bank; its clock is right again after each test. */
export function useBankList(kind: DatabaseKind) {
  const adminShop = useAdminShop(kind);
  beforeAll(() => readListsHere(adminShop.shop));
  const realClock = () => Date.now();
  afterEach(() => {
    adminShop.shop.context.clock = realClock;
  });

  const today = () => dayOf(adminShop.shop.context.clock());
  const spanish = (day: string) => day.split('-').toReversed().join('/');
  let balance = 0;
  const row = (text: string, amount: number, day = today()) => {
    balance += amount;
    return `${spanish(day)};${text};;${amount};${balance}`;
  };
  const paste = async (rows: string[], layout?: calls.LayoutCorrections) => {
    const json = { text: [HEAD, ...rows].join('\n'), ...(layout ? { layout } : {}) };
    const answer = await adminShop.ask('/statements', { json });
    expect(answer.status).toBe(201);
    return calls.readStatement.answer.parse(answer.body);
  };
  type Asked = { row: number; orders: { id: string; amount: number }[] }[];
  const confirm = (id: string, rows: Asked) =>
    adminShop.ask(`/statements/${id}/confirm`, { json: { rows } });
  const confirmed = async (id: string, rows: Asked) => {
    const answer = await confirm(id, rows);
    expect(answer.status).toBe(200);
    return calls.confirmStatement.answer.parse(answer.body).results;
  };
  const undo = (id: string) => adminShop.ask(`/statements/${id}/confirm`, { method: 'DELETE' });
  const offered = (read: calls.StatementAnswer, id: string) =>
    read.matches.find(({ orders }) => orders.some((order) => order.id === id));
  let people = 0;
  const place = async () => {
    people += 1;
    const name = `Persona${String.fromCharCode(96 + people)} Apellido${String.fromCharCode(96 + people)}`;
    const { id, deliveryData } = await adminShop.place({
      delivery: { fullName: name, email: `persona${people}@correo.cl` },
    });
    return { id, name, total: deliveryData.pricing.totalAmount };
  };

  return { adminShop, today, row, paste, confirm, confirmed, undo, offered, place };
}
