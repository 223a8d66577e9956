import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { MailRefused, type OutgoingMail } from './mail.ts';
import { type Opening, type SendAnswer, type SendRequest, sendAnswer } from './messages.ts';

/** One process that sends mail, several at once; it costs about 40 MB as long as it lives. */
export type MailProcess = {
  /** @throws MailRefused as the mailer in there does; any other error also when the process dies */
  send(mail: OutgoingMail): Promise<void>;
  isAlive(): boolean;
  end(): Promise<void>;
};

type Waiting = { resolve: () => void; reject: (error: Error) => void };

const PROGRAM = join(import.meta.dirname, 'child', 'main.ts');
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];

/** @param onIdle called when all mails that were asked for are answered */
export function startMailProcess(opening: Opening, onIdle: () => void): MailProcess {
  // The environment is the shop's own: it may name certificates that a mail server is known by.
  const child = fork(PROGRAM, {
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  let sent = 0;
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  child.on('error', abandon);
  child.on('exit', () => abandon(new Error('the process that sends mail has ended')));
  child.on('message', (message) => {
    const { data } = sendAnswer.safeParse(message);
    if (data) settle(data);
  });
  child.send(opening, () => undefined);
  giveWay(child.pid);
  rest(true);

  /** A resting process does not keep the shop's own from ending. */
  function rest(isResting: boolean): void {
    const change = isResting ? 'unref' : 'ref';
    child[change]();
    child.channel?.[change]();
  }

  function settle({ id, outcome }: SendAnswer): void {
    const mail = waiting.get(id);
    waiting.delete(id);
    if (outcome.kind === 'sent') mail?.resolve();
    else mail?.reject(errorOf(outcome));
    if (waiting.size > 0) return;
    rest(true);
    onIdle();
  }

  function abandon(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    isAlive,
    send: (mail) => {
      sent += 1;
      const request: SendRequest = { id: sent, mail };
      rest(false);
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        child.send(request, (error) => error && abandon(error));
      });
    },
    end: async () => {
      if (!isAlive()) return;
      const gone = once(child, 'exit');
      rest(false);
      child.disconnect();
      await gone;
    },
  };
}

function errorOf({ kind, message }: { kind: 'refused' | 'failed'; message: string }): Error {
  return kind === 'refused' ? new MailRefused(message) : new Error(message);
}

/** Whoever waits for a page comes before mails. Where the system does not let it, it is as before. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Gone already, or not allowed.
  }
}
