import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type { Email } from 'postal-mime';

/** A cache of the parsed mails of one folder: a test that waits for a mail reads it repeatedly. */
let known = { folder: '', mails: new Map<string, Promise<Email>>() };

/** Returns the mails in a folder, sorted by name, without incomplete ones. */
export async function readMails(folder: string): Promise<Email[]> {
  if (folder !== known.folder) known = { folder, mails: new Map() };
  const { mails } = known;
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => {
        const mail = mails.get(name) ?? readFile(join(folder, name)).then(PostalMime.parse);
        mails.set(name, mail);
        return mail;
      }),
  );
}

/** A mail that the server accepted. */
type Received = { mail: Email; recipients: string[] };

/** A real SMTP server on loopback. */
export type TestSmtp = {
  url: string;
  port: number;
  received: Received[];
  connections: () => number;
  close: () => Promise<void>;
};

/** Recipients that the server rejects: permanently, or temporarily. */
export const REFUSED = 'nadie@correo.cl';
export const BUSY = 'ocupado@correo.cl';
/** For this recipient it does not answer until it is closed. */
export const SILENT = 'mudo@correo.cl';

/** @param port 0: a free one */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address !== SILENT) done(refusal(address));
    },
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          received.push({ mail, recipients: envelope.rcptTo.map(({ address }) => address) });
          done();
        }, done);
    },
  });
  // In some tests the client closes its connection early.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(address: string): Error | null {
  if (address === REFUSED) return reply(550, `5.1.1 <${address}> user unknown`);
  if (address === BUSY) return reply(451, '4.3.0 try again later');
  return null;
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
