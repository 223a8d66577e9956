import { refuse } from '../answers.ts';
import type { ChangeProblem } from './change-password.ts';
import type { ResetProblem } from './reset-password.ts';
import type { SignInProblem } from './sign-in.ts';
import type { SignUpProblem } from './sign-up.ts';

type Problem =
  | ChangeProblem
  | ResetProblem
  | SignInProblem
  | SignUpProblem
  | 'INVALID_EMAIL'
  | 'second_factor_required';

const statuses: Record<Problem, number> = {
  INVALID_EMAIL: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  PASSWORD_TOO_COMMON: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 400,
  INVALID_PASSWORD: 400,
  INVALID_TOKEN: 400,
  UNAUTHORIZED: 401,
  INVALID_EMAIL_OR_PASSWORD: 401,
  USER_DISABLED: 403,
  second_factor_required: 403,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 422,
};

/** Refuses a call by its problem's name, in better-auth's form. */
export function refuseProblem(problem: Problem): Response {
  return refuse(statuses[problem], problem);
}
