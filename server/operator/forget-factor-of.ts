import type { Database } from '../db/database.ts';
import { forgetSecondFactor } from '../features/people/second-factor/forget-second-factor.ts';

/** Takes the second factor from the accounts with an e-mail. @returns how many there were */
export async function forgetFactorOf(db: Database, email: string, now: number): Promise<number> {
  return db.transaction(async (tx) => {
    const people = await tx
      .selectFrom('people')
      .select('uid')
      .where('email', '=', email.trim().toLowerCase())
      .execute();
    let count = 0;
    for (const { uid } of people) {
      if (await forgetSecondFactor(tx, { uid, by: null, now })) count += 1;
    }
    return count;
  });
}
