import type { ElementType, Key, ReactElement } from 'react';
import { jsx as jsxOfReact } from 'react/jsx-runtime';
import { type Props, withOwnTexts } from './own-texts.ts';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from './types.ts';

/** Returns React's element, with its texts as `withOwnTexts` puts them. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return jsxOfReact(type, withOwnTexts(type, props), key);
}

export { jsx as jsxs };
