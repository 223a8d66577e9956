import { Fragment, type ReactNode } from 'react';

/** A longer one does not fit a phone's line in large text. */
const SHORT = 20;

/** Returns a long e-mail that wraps at its signs rather than within a word. */
export function breakable(email: string): ReactNode {
  if (email.length <= SHORT) return email;
  return [...email.matchAll(/[^@.]*[@.]?/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
