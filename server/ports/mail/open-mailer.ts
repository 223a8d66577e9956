import type { Config } from '../../config.ts';
import type { Mailer } from './mail.ts';
import { type MailProcess, startMailProcess } from './mail-process.ts';

/**
 * Sends mail from a process of its own, which starts with the first mail and ends when there has
 * been none for a while: to compose, encrypt and store mails holds up no page.
 * @param scratch folder in the data folder for files that are not whole yet
 * @param idleMs how long the process waits for its next mail before it ends, in milliseconds
 */
export function openMailer(
  { mail }: Pick<Config, 'mail'>,
  scratch: string,
  idleMs = 10_000,
): Mailer {
  let current: MailProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): MailProcess {
    const started = startMailProcess({ mail, scratch }, () => {
      idle = setTimeout(() => void started.end(), idleMs).unref();
    });
    return started;
  }

  return {
    async send(outgoing) {
      clearTimeout(idle);
      if (!current?.isAlive()) current = start();
      await current.send(outgoing);
    },
    async close() {
      clearTimeout(idle);
      await current?.end();
    },
  };
}
