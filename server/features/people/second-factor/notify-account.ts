import type { Tx } from '../../../db/types.ts';
import { enqueueMail, type SecondFactorChange } from '../../mail/enqueue-mail.ts';

/** Writes to an account's owner what became of their second factor; call `jobNotifier.notify()` afterwards. */
export async function notifyAccount(
  tx: Tx,
  { to, change, at }: { to: string; change: SecondFactorChange; at: number },
): Promise<void> {
  await enqueueMail(tx, { kind: 'second_factor_changed', to, change, at }, at);
}
