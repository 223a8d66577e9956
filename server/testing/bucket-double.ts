import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '#server/config.ts';
import { listen } from './listen.ts';

/** A fake S3 server with one bucket; signatures are checked by the real one (`startRadosgw`). */
export type BucketDouble = {
  bucket: Bucket & { endpoint: string };
  /** What a client without a key may do. */
  anyoneMay: 'nothing' | 'read' | 'list';
  /** Its files by key. */
  objects: Map<string, Buffer>;
  /** Uploads in parts that were not ended, by id. */
  uploads: Map<string, { key: string; begun: Date; parts: Map<number, Buffer> }>;
  /** Refuses the calls of this method. */
  refused: string | null;
  close: () => Promise<void>;
};

const PER_PAGE = 5;
type Reply = { status?: number; body?: string | Buffer; etag?: string };
const refuse = (status: number, code: string): Reply => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
});
const tag = (bytes: Buffer) => `"${hash('md5', bytes)}"`;

export async function openBucketDouble(): Promise<BucketDouble> {
  const objects = new Map<string, Buffer>();

  function answer({ method, headers }: IncomingMessage, url: URL, bytes: Buffer): Reply {
    const key = url.pathname.slice('/shop/'.length);
    const query = url.searchParams;
    const isAllowed = double.anyoneMay === (key ? 'read' : 'list');
    if (headers.authorization === undefined && !isAllowed) return refuse(403, 'AccessDenied');
    if (method === double.refused) return refuse(400, 'TeaPot');
    if (query.has('uploads')) return method === 'POST' ? begin(key) : listUploads();
    if (query.has('uploadId')) return continueUpload(method, query, bytes);
    if (method === 'PUT') {
      objects.set(key, bytes);
      return { etag: tag(bytes) };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (key === '') return list(query.get('continuation-token') ?? '');
    const found = objects.get(key);
    return found ? { body: found, etag: tag(found) } : refuse(404, 'NoSuchKey');
  }

  function begin(key: string): Reply {
    const id = randomUUID();
    double.uploads.set(id, { key, begun: new Date(), parts: new Map() });
    return { body: `<Result><UploadId>${id}</UploadId></Result>` };
  }

  function listUploads(): Reply {
    const uploads = [...double.uploads].map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>
          <Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    return { body: `<Result>${uploads.join('')}</Result>` };
  }

  function continueUpload(
    method: string | undefined,
    query: URLSearchParams,
    bytes: Buffer,
  ): Reply {
    const id = query.get('uploadId') ?? '';
    const upload = double.uploads.get(id);
    if (!upload) return refuse(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), bytes);
      return { etag: tag(bytes) };
    }
    double.uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const named = [...String(bytes).matchAll(/<Part>.*?<\/Part>/g)].map(([part]) => {
      const sent = upload.parts.get(Number(/<PartNumber>(\d+)/.exec(part)?.[1]));
      return sent && part.includes(hash('md5', sent)) ? sent : null;
    });
    if (named.length === 0 || named.includes(null)) return refuse(400, 'InvalidPart');
    const whole = Buffer.concat(named.filter((part) => part !== null));
    objects.set(upload.key, whole);
    return { body: `<Result><ETag>${tag(whole)}</ETag></Result>` };
  }

  function list(after: string): Reply {
    const keys = [...objects.keys()].sort().filter((key) => key > after);
    const page = keys.slice(0, PER_PAGE);
    const next = keys.length > PER_PAGE ? page.at(-1) : undefined;
    const rows = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    const token = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    return { body: `<Result>${rows}${token}</Result>` };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const { status = 200, body = '', etag } = answer(request, url, await buffer(request));
      response.writeHead(status, {
        'content-type': 'application/xml',
        'content-length': Buffer.byteLength(body),
        ...(etag === undefined ? {} : { etag }),
      });
      response.end(request.method === 'HEAD' ? '' : body);
    })().catch(() => response.destroy());
  });
  const { url: endpoint, close } = await listen(server);
  const double: BucketDouble = {
    bucket: {
      ...{ name: 'shop', region: 'x', endpoint },
      ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    anyoneMay: 'nothing',
    objects,
    uploads: new Map(),
    refused: null,
    close,
  };
  return double;
}
