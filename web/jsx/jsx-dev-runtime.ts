import type { ElementType, Key, ReactElement } from 'react';
import { type JSXSource, jsxDEV as jsxOfReact } from 'react/jsx-dev-runtime';
import { type Props, withOwnTexts } from './own-texts.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from './types.ts';

/** As `jsx` and `jsxs`, with what React's warnings name. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const own = withOwnTexts(type, props);
  return jsxOfReact(type, own, key, isStatic && Array.isArray(own.children), source, self);
}
