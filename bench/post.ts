import { type Agent, request } from 'node:http';

/** @throws Error unless the response has the expected status */
export function post(
  agent: Agent,
  url: string,
  body: string,
  { status, headers = {} }: { status: number; headers?: Record<string, string> },
): Promise<void> {
  const length = Buffer.byteLength(body);
  const all = { ...headers, 'content-type': 'application/json', 'content-length': length };
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method: 'POST', headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/**
 * Sends requests with concurrent clients, each of which waits for its response, none after some
 * seconds. @returns times in ms
 */
export async function loadWith(
  {
    clients,
    calls,
    seconds = Number.POSITIVE_INFINITY,
  }: { clients: number; calls: number; seconds?: number },
  call: (number: number) => Promise<void>,
): Promise<{ seconds: number; times: number[] }> {
  const times: number[] = [];
  let sent = 0;
  const start = performance.now();
  const client = async () => {
    while (sent < calls && performance.now() - start < 1000 * seconds) {
      const number = sent;
      sent += 1;
      const begun = performance.now();
      await call(number);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds: (performance.now() - start) / 1000, times };
}
