import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { MailComposerOptions, Transporter } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { writeDurably } from '#server/lib/durable-files.ts';
import type { FileHashes } from '#server/ports/storage/file-hashes.ts';
import { checkMail, type Mailer, MailRefused, type OutgoingMail } from './mail.ts';

/**
 * Returns the configured mailer.
 * @param scratch folder in the data folder for incomplete files
 * @param hashes stores the hashes of mails that are written as files
 */
export function openMailer(
  { mail }: Pick<Config, 'mail'>,
  scratch: string,
  hashes: Pick<FileHashes, 'add'>,
): Mailer {
  return mail.kind === 'smtp' ? smtpMailer(mail) : fileMailer({ ...mail, scratch, hashes });
}

/** Mails contain addresses and links that sign people in. */
const OWNER_ONLY = 0o600;

/**
 * Returns a mailer that writes each mail into a folder, as a file that mail programs open. It is
 * named after the mail's id, so that a retry finds it there.
 * @param scratch folder on the same disk for incomplete files
 */
export function fileMailer({
  folder,
  scratch,
  from,
  hashes,
}: {
  folder: string;
  scratch: string;
  from: string;
  hashes?: Pick<FileHashes, 'add'>;
}): Mailer {
  return {
    async send(mail) {
      const content = compose(from, mail);
      const file = `${mail.messageId.split('@')[0]}.eml`;
      const path = join(folder, file);
      if (existsSync(path)) return;
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const bytes = await new MailComposer(content).compile().build();
      await hashes?.add(file, hash('sha256', bytes, 'base64url'));
      await writeDurably(path, bytes, { scratch, mode: OWNER_ONLY });
    },
    close: async () => undefined,
  };
}

/** Timeout for a server that does not answer. */
const PATIENCE_MS = 10_000;
/** Timeout for a whole mail, even with a boleta of 5 MB: a server may answer byte by byte. */
const LIMIT_MS = 300_000;

/**
 * Returns a mailer that sends to an SMTP server, over pooled connections. With `smtp://` the
 * connection is encrypted by STARTTLS or not used at all, unless the server is on this machine or
 * the URL has nodemailer's option `?ignoreTLS=true`.
 * @param url such as `smtps://user:password@smtp.host:465`
 */
export function smtpMailer({
  url,
  from,
  patienceMs = PATIENCE_MS,
  limitMs = LIMIT_MS,
}: {
  url: string;
  from: string;
  patienceMs?: number;
  limitMs?: number;
}): Mailer {
  let transport: Promise<Transporter> | null = null;

  return {
    async send(mail) {
      const content = compose(from, mail);
      transport ??= connect(url, patienceMs);
      try {
        const signal = AbortSignal.timeout(limitMs);
        await (await transport).sendMail({ ...content, signal });
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

/** Loads the library with the first mail: until then it uses no memory. */
async function connect(url: string, patienceMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: mustEncrypt(url),
    pool: true,
    // One for each concurrent job of the worker, so that a slow mail does not block another.
    maxConnections: 7,
    maxMessages: 50,
    // Retries are the task of the worker, which also knows when to stop.
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

/** Returns false for a server on this machine, and for a URL that disables encryption. */
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

/** Returns whether the recipient is rejected permanently, unlike a rejected password or sender. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'permanent' in error &&
    error.permanent === true &&
    'command' in error &&
    error.command === 'RCPT TO'
  );
}

/** Returns a mail in the library's format. @throws MailRefused */
function compose(from: string, mail: OutgoingMail): MailComposerOptions {
  checkMail(mail);
  const { replyTo, senderName, senderEmail = from, subject, html, text, attachments = [] } = mail;
  return {
    from: { name: senderName.replaceAll(/\p{Cc}+/gu, ' '), address: senderEmail },
    to: { name: '', address: mail.to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${mail.messageId}>`,
    headers: { 'auto-submitted': 'auto-generated' },
    ...{ subject, html, text },
    attachments: attachments.map(({ content, ...rest }) => ({
      ...rest,
      content: Buffer.from(content),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
