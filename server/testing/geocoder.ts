import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export type GeocoderDouble = {
  url: string;
  /** All requests so far, oldest first. */
  requests: { at: number; url: URL; userAgent: string }[];
  /** Handles the next requests; a test may replace it. */
  answer: (request: IncomingMessage, reply: ServerResponse) => void;
  /** Makes it answer with this body. */
  say: (body: unknown, status?: number) => void;
  close: () => Promise<void>;
};

/** Opens a fake server with Nominatim's API, which can be made to fail. */
export async function openGeocoderDouble(): Promise<GeocoderDouble> {
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const userAgent = request.headers['user-agent'] ?? '';
    double.requests.push({ at: Date.now(), url, userAgent });
    double.answer(request, reply);
  });
  const { url, close } = await listen(server);
  const double: GeocoderDouble = {
    ...{ url, close },
    requests: [],
    answer: () => undefined,
    say: (body, status = 200) => {
      double.answer = (_request, reply) => {
        reply.writeHead(status, { 'content-type': 'application/json' });
        reply.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
    },
  };
  double.say([]);
  return double;
}
