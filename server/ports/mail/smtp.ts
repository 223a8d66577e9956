import ipaddr from 'ipaddr.js';
import type { Transporter } from 'nodemailer';
import { compose } from './compose.ts';
import { type Mailer, MailRefused } from './mail.ts';

/** How long a silent server is waited for. */
const PATIENCE_MS = 10_000;

/**
 * Hands mail to an SMTP server, over connections that are kept for the next ones.
 * With `smtp://` the connection is encrypted by STARTTLS or not used at all, unless the server is on
 * this machine or the address says `?ignoreTLS=true`, as nodemailer knows it.
 * @param url such as `smtps://user:password@smtp.host:465`
 */
export function smtpMailer({
  url,
  from,
  patienceMs = PATIENCE_MS,
}: {
  url: string;
  from: string;
  patienceMs?: number;
}): Mailer {
  let transport: Promise<Transporter> | null = null;

  return {
    async send(mail) {
      const content = compose(from, mail);
      transport ??= connect(url, patienceMs);
      try {
        await (await transport).sendMail(content);
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(error.message, { cause: error });
        throw hasNoTls(error) ? new Error(NO_TLS, { cause: error }) : error;
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}

/** The library is loaded with the first mail: a shop that waits does not need it in memory. */
async function connect(url: string, patienceMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: mustEncrypt(url),
    pool: true,
    // One for each job that the worker has under way, or a slow mail holds up another.
    maxConnections: 7,
    maxMessages: 50,
    // Trying again is the outbox's task, which also knows when to stop.
    maxRequeues: 0,
    idleTimeout: 20_000,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: 2 * patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const NO_TLS =
  'the server of SMTP_URL offers no encryption (STARTTLS): use smtps://, or add ?ignoreTLS=true';

/** Returns false for a server on this machine, and where the address itself does without. */
function mustEncrypt(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal =
    host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
  return !isLocal && searchParams.get('ignoreTLS') !== 'true';
}

function hasNoTls(error: unknown): boolean {
  return error instanceof Error && 'command' in error && error.command === 'STARTTLS';
}

/** The recipient's address is refused for good; a refused password or sender is ours to mend. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'permanent' in error &&
    error.permanent === true &&
    'command' in error &&
    error.command === 'RCPT TO'
  );
}
