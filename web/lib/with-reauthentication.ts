import { Refusal } from './api.ts';
import { ReauthenticationDeclined } from './reauthentication.ts';
import { createStore } from './store.ts';

/** A question to the account's owner, for which refused requests wait; null: none. */
const createQuestion = () => createStore<PromiseWithResolvers<boolean> | null>(null);

/** By the code of the refusal. The second factor's enrolment may ask for a fresh sign-in itself. */
export const questions = {
  fresh_sign_in_required: createQuestion(),
  second_factor_required: createQuestion(),
};
type Question = keyof typeof questions;

/**
 * Runs a request, and repeats it after a fresh sign-in or the second factor if the shop asks for it.
 * @throws ReauthenticationDeclined, and what the call throws
 */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const code = error instanceof Refusal && error.code;
    if (code !== 'fresh_sign_in_required' && code !== 'second_factor_required') throw error;
    const question = questions[code].get() ?? Promise.withResolvers<boolean>();
    questions[code].set(question);
    if (!(await question.promise)) throw new ReauthenticationDeclined();
    return withReauthentication(call);
  }
}

/** Answers a question: waiting requests are repeated, or have failed. */
export function answerQuestion(name: Question, isDone: boolean): void {
  const question = questions[name].get();
  questions[name].set(null);
  question?.resolve(isDone);
}
