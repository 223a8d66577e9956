import { createHmac } from 'node:crypto';
import type { FintocSettings } from '#server/config/bank.ts';
import {
  type Call,
  openProviderServer,
  type ProviderServer,
  type Reply,
} from './provider-server.ts';

type Movement = {
  id: string;
  amount: number;
  currency: string;
  post_date: string;
  description: string;
  pending: boolean;
  status: string;
  comment: string | null;
  sender_account: { holder_id: string; holder_name: string } | null;
};

/**
 * A fake Fintoc after its published documents: the movements of one account, by pages, and signed
 * notices. Guessed, because not documented: that the newest movements are on the first page.
 */
export type FintocDouble = ProviderServer & {
  settings: FintocSettings & { webhookSecret: string };
  /** Adds a movement; by default a transfer without comment. */
  add: (movement: Partial<Movement> & Pick<Movement, 'amount' | 'post_date'>) => void;
  /** Makes the account an empty one. */
  clear: () => void;
  /** Called after each page: what comes in meanwhile. */
  betweenPages: () => void;
  /** Returns a signed notice; `at`: when it is signed, in milliseconds since 1970. */
  noticeOf: (
    newMovements: number,
    of?: { at?: number; secret?: string; account?: string; type?: string },
  ) => { signature: string; body: string };
};

export async function openFintocDouble(): Promise<FintocDouble> {
  const movements: Movement[] = [];
  const server = await openProviderServer(answer);
  const settings = {
    ...{ secretKey: 'sk_test_clave', linkToken: 'link_1_token_2', accountId: 'acc_1' },
    ...{ webhookSecret: 'whsec_secreto', url: server.url },
  };

  function answer({ name, url, headers }: Call): Reply {
    if (headers.authorization !== settings.secretKey) return { status: 401, json: {} };
    const { searchParams: query } = url;
    const isOwn = name === `GET /v1/accounts/${settings.accountId}/movements`;
    if (!isOwn || query.get('link_token') !== settings.linkToken) return { status: 404, json: {} };
    const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
    if (size > 300) return { status: 400, json: {} };
    const since = query.get('since') ?? '';
    const found = movements.filter(({ post_date }) => post_date.slice(0, 10) >= since);
    const json = found.slice((page - 1) * size, page * size);
    double.betweenPages();
    return { status: 200, json };
  }

  const double: FintocDouble = Object.assign(server, {
    settings,
    betweenPages: () => undefined,
    clear: () => {
      movements.length = 0;
    },
    add: (movement: Parameters<FintocDouble['add']>[0]) => {
      movements.unshift({
        ...{ id: `mov_${movements.length + 1}`, currency: 'CLP', description: 'Transferencia' },
        ...{ pending: false, status: 'confirmed', comment: null, sender_account: null },
        ...movement,
      });
    },
    noticeOf: (
      newMovements: number,
      { at = Date.now(), secret = settings.webhookSecret, account, type }: Notice = {},
    ) => {
      const body = JSON.stringify({
        ...{ id: 'evt_1', object: 'event', mode: 'test' },
        type: type ?? 'account.refresh_intent.succeeded',
        data: {
          ...{ object: 'refresh_intent', status: 'succeeded', refreshed_object: 'account' },
          ...{ refreshed_object_id: account ?? settings.accountId, new_movements: newMovements },
        },
      });
      const time = Math.floor(at / 1000);
      const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return { signature: `t=${time},v1=${hash}`, body };
    },
  });
  return double;
}

type Notice = NonNullable<Parameters<FintocDouble['noticeOf']>[1]>;
