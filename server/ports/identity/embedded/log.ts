import type { BetterAuthOptions } from 'better-auth';
import type { Log } from '../../../log.ts';
import { noteFault } from './faults.ts';

/**
 * better-auth's own messages in the shop's log. What it says below an error may hold an e-mail, and
 * what it hands over beside a message may hold anything: only the name of a fault is kept.
 */
export function logInto(log: Log): NonNullable<BetterAuthOptions['logger']> {
  return {
    level: 'error',
    disableColors: true,
    log: (_level, message, ...details) => {
      const fault = details.find((detail) => detail instanceof Error);
      if (fault) noteFault(fault);
      log.warn(
        { fault: fault ? `${fault.name}: ${fault.message}` : undefined },
        `identity: ${message}`,
      );
    },
  };
}
