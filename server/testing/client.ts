import { type UploadAnswer, uploadAnswer } from '#contract/uploads/uploads.ts';
import { makePng } from './pictures.ts';

/** A JSON response, loosely typed: tests may read any field. */
export type Answer = { status: number; headers: Headers; body: AnswerBody };
export type AnswerBody = {
  success?: boolean;
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  requestId?: string;
  [name: string]: unknown;
};

export type Request = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  raw?: NonNullable<RequestInit['body']>;
};

type UploadOptions = {
  field?: string;
  name?: string;
  type?: string;
  headers?: Record<string, string>;
};

/** A test's HTTP client. */
export type ShopClient = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  call: (path: string, request?: Request) => Promise<Answer>;
  /** Sends one picture as the form's field `image`. */
  upload: (bytes: Uint8Array, options?: UploadOptions) => Promise<Answer>;
  /** Uploads small pictures. @returns their URLs */
  uploadMany: (count: number) => Promise<string[]>;
  placeOrder: (body: unknown, key?: string) => Promise<Answer>;
};

type Send = (address: string, init?: RequestInit) => Promise<Response>;

/**
 * @param url returns the shop's current origin
 * @param send sends the requests; by default over the network
 */
export function createClient(url: () => string, send: Send = fetch): ShopClient {
  const ask = (path: string, init?: RequestInit) => send(url() + path, init);

  async function call(path: string, { method, headers, json, raw }: Request = {}): Promise<Answer> {
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await ask(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      // Like the web client, even without a body.
      headers: { ...(raw === undefined ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return readAnswer(response);
  }

  async function upload(bytes: Uint8Array, options: UploadOptions = {}): Promise<Answer> {
    const { field = 'image', name = 'foto.jpg', type = 'image/jpeg', headers = {} } = options;
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
    return call('/api/upload', { method: 'POST', raw: form, headers });
  }

  async function uploadMany(count: number): Promise<string[]> {
    const picture = await makePng();
    const urls: string[] = [];
    for (let sent = 0; sent < count; sent += 1) urls.push(uploaded(await upload(picture)).imageUrl);
    return urls;
  }

  return {
    fetch: ask,
    call,
    upload,
    uploadMany,
    placeOrder: (body, key) =>
      call('/api/orders', {
        json: body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  try {
    return { status, headers, body: JSON.parse(text) };
  } catch (cause) {
    throw new Error(`not JSON (${status}): ${text.slice(0, 200)}`, { cause });
  }
}

/** Returns the body of a successful upload's response. @throws Error for any other */
export function uploaded({ status, body }: Answer): UploadAnswer {
  const { data } = uploadAnswer.safeParse(body);
  if (status === 201 && data) return data;
  throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`);
}
