import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './listen.ts';

/**
 * A fault of a call: the call has no effect (`broken`, `redirect`); its effect is late; or it has
 * its effect, but the response is lost, late, an HTML page, or too long.
 */
export type Fault =
  | 'broken'
  | 'redirect'
  | { doneAfterMs: number }
  | 'lost'
  | 'garbage'
  | 'endless'
  | { lateMs: number };

const PAGE = '<!doctype html><title>En mantención</title><p>Volvemos pronto.</p>';
const MANY_BYTES = 3_000_000;

export type Call = {
  /** Method and path. */
  name: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
};
export type Reply = { status: number; json?: unknown; html?: string; location?: string };

/** The server of a fake payment provider. */
export type ProviderServer = {
  url: string;
  /** Every call of its API so far, such as `POST /checkout/preferences`. */
  calls: string[];
  /** Faults of the next calls whose method and path begin with `call`, in this sequence. */
  faults: { call: string; fault: Fault }[];
  /** Whether it does not answer at all. */
  isAway: boolean;
  close: () => Promise<void>;
};

/** Opens a provider's server. @param answer executes a call and returns its response */
export type OpenProvider = (
  answer: (call: Call) => Reply | Promise<Reply>,
) => Promise<ProviderServer>;

/** Opens a server that listens on a port. */
export const openProviderServer: OpenProvider = async (answer) => {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', rig.url);
      const name = `${request.method} ${url.pathname}`;
      rig.calls.push(name);
      const sent = await text(request);
      const at = rig.faults.findIndex(({ call }) => name.startsWith(call));
      const fault = at < 0 ? undefined : rig.faults.splice(at, 1)[0]?.fault;
      if (rig.isAway) return response.destroy();
      if (fault === 'broken') return response.writeHead(500).end('{}');
      if (fault === 'redirect') return response.writeHead(307, { location: '/otra' }).end();
      if (typeof fault === 'object' && 'doneAfterMs' in fault) await sleep(fault.doneAfterMs);
      const { headers } = request;
      let reply = await answer({ name, url, headers, body: readBody(sent, headers) });
      if (fault === 'lost') return response.destroy();
      if (fault === 'garbage') reply = { status: 200, html: PAGE };
      else if (fault === 'endless') reply = { status: 200, json: 'a'.repeat(MANY_BYTES) };
      else if (typeof fault === 'object' && 'lateMs' in fault) await sleep(fault.lateMs);
      if (reply.location !== undefined) {
        return response.writeHead(reply.status, { location: reply.location }).end();
      }
      const type = reply.html === undefined ? 'application/json' : 'text/html; charset=utf-8';
      return response
        .writeHead(reply.status, { 'content-type': type })
        .end(reply.html ?? JSON.stringify(reply.json ?? {}));
    })().catch(() => response.destroy());
  });
  const { url, close } = await listen(server);
  const rig: ProviderServer = { url, close, calls: [], faults: [], isAway: false };
  return rig;
};

function readBody(sent: string, headers: IncomingMessage['headers']): unknown {
  if (headers['content-type']?.includes('json')) return JSON.parse(sent || '{}');
  return Object.fromEntries(new URLSearchParams(sent));
}

/** Returns a page with a button for each URL, by POST or GET. */
export function buttonsPage(
  title: string,
  buttons: readonly { label: string; action: string; fields?: Record<string, string> }[],
): string {
  const forms = buttons.map(({ label, action, fields }) => {
    const inputs = Object.entries(fields ?? {}).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const method = fields ? 'post' : 'get';
    return `<form method="${method}" action="${action}">${inputs.join('')}<button>${label}</button></form>`;
  });
  return `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${forms.join('')}</html>`;
}

/** Returns an address with more parameters. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
