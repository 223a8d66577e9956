import { createElement, type ReactNode } from 'react';

/** The element of a text beside others: a name of its own, that no style sheet applies to. */
const TEXT = 'x-text';
/** The element of blanks: like bare ones, they are no item of a row or grid (`base.css`). */
const BLANK = 'x-blank';

export type Props = { readonly children?: ReactNode };

const isText = (node: ReactNode) => typeof node === 'string' || typeof node === 'number';
const isEmpty = (node: ReactNode) => node == null || typeof node === 'boolean';

/**
 * Returns the props of an element with each text as the only child of an element; texts in a row
 * become one. A translator, such as Chrome's, replaces text nodes by elements of its own. React
 * writes an only text into its element, whatever that contains. Beside other children it keeps the
 * text node, which is no longer in the page: a later text would not be shown, and React throws
 * when it removes the node or inserts something before it.
 */
export function withOwnTexts(type: unknown, props: Props): Props {
  const { children } = props;
  // Fragments and boundaries: their parent may have more children.
  const isInline = typeof type === 'symbol';
  if (Array.isArray(children)) {
    const nodes: readonly ReactNode[] = children;
    const isPlain = !isInline && nodes.every((node) => isText(node) || isEmpty(node));
    return { ...props, children: isPlain ? nodes.filter(isText).join('') : wrapTexts(nodes) };
  }
  return isInline && isText(children) ? { ...props, children: wrapTexts([children]) } : props;
}

function wrapTexts(nodes: readonly ReactNode[]): ReactNode[] {
  return nodes.map((node, start) => {
    if (Array.isArray(node)) return wrapTexts(node);
    if (!isText(node)) return node;
    if (start > 0 && isText(nodes[start - 1])) return null;
    const end = nodes.findIndex((next, index) => index > start && !isText(next));
    const text = nodes.slice(start, end < 0 ? nodes.length : end).join('');
    if (text === '') return null;
    return createElement(text.trim() === '' ? BLANK : TEXT, { key: `text-${start}` }, text);
  });
}
