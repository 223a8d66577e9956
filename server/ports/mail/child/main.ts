import { fileMailer } from '../files.ts';
import { type Mailer, MailRefused } from '../mail.ts';
import type { Opening, SendAnswer, SendRequest } from '../messages.ts';
import { smtpMailer } from '../smtp.ts';

// The program of the process that sends mail: it is told where mail goes, then answers each mail
// with what became of it. It ends with its parent; a stop from the keyboard reaches both.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

let mailer: Mailer | null = null;
// Nobody but the parent has this channel.
process.on('message', (message) => {
  if (mailer) void answer(mailer, message as SendRequest);
  else mailer = open(message as Opening);
});
process.on('disconnect', () => void (mailer?.close() ?? Promise.resolve()).finally(process.exit));

function open({ mail, scratch }: Opening): Mailer {
  return mail.kind === 'smtp' ? smtpMailer(mail) : fileMailer({ ...mail, scratch });
}

async function answer(mailer: Mailer, { id, mail }: SendRequest): Promise<void> {
  process.send?.({ id, outcome: await outcomeOf(mailer.send(mail)) } satisfies SendAnswer);
}

async function outcomeOf(sending: Promise<void>): Promise<SendAnswer['outcome']> {
  try {
    await sending;
    return { kind: 'sent' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof MailRefused ? 'refused' : 'failed', message };
  }
}
