import * as z from 'zod/mini';
import { formLine, jsonObject, success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';

export const secondFactor = z.object({
  /** Whether admin requests are refused until this session has passed it. */
  required: z.boolean(),
  enrolled: z.boolean(),
  passed: z.boolean(),
  /** When it was enabled, ISO 8601 in UTC; null if it is not. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const CODE_LENGTH = 40;
const TICKET_LENGTH = 1000;

const stateAnswer = success({ secondFactor });
/** Shown only once; the shop stores hashes. */
const codesAnswer = success({ recoveryCodes: z.array(z.string()) });
const code = formLine(CODE_LENGTH);

export const readSecondFactor = defineRoute('GET', '/auth/second-factor', {
  auth: 'bearer',
  summary: "The account's second factor, and whether this session has passed it",
  answer: stateAnswer,
});

export const beginEnrolment = defineRoute('POST', '/auth/second-factor/enrolment', {
  auth: 'bearer',
  summary: 'A new secret for an authenticator app of an admin; nothing changes yet (fresh sign-in)',
  answer: success({ uri: z.string(), secret: z.string(), ticket: z.string() }),
});

export const finishEnrolment = defineRoute('POST', '/auth/second-factor', {
  auth: 'bearer',
  summary: 'Turns the second factor on, with a code of the new secret (fresh sign-in)',
  body: jsonObject({ ticket: formLine(TICKET_LENGTH), code }),
  status: 201,
  answer: codesAnswer,
});

export const passSecondFactor = defineRoute('POST', '/auth/second-factor/pass', {
  auth: 'bearer',
  summary:
    'Verifies this session in this browser by a code of the app or a recovery code; sets a cookie',
  body: jsonObject({ code }),
  answer: stateAnswer,
});

export const renewRecoveryCodes = defineRoute('POST', '/auth/second-factor/recovery-codes', {
  auth: 'bearer',
  summary: 'Ten new recovery codes; the old ones are void (fresh sign-in, passed session)',
  answer: codesAnswer,
});

export const removeSecondFactor = defineRoute('DELETE', '/auth/second-factor', {
  auth: 'bearer',
  summary: 'Turns the second factor off (fresh sign-in, passed session)',
  answer: stateAnswer,
});
