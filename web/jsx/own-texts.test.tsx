import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

const [name, count, absent] = ['Ana', 3, null];
const Paragraph = ({ children }: { children: ReactNode }) => <p>{children}</p>;
const cases: Record<string, () => ReactElement> = {
  'texts in a row': () => (
    <p>
      {name}: {count} pines{absent}
    </p>
  ),
  'only text': () => <p>{name}</p>,
  'text beside an element': () => (
    <p>
      <b>{name}</b>, {count} pines
    </p>
  ),
  'children that a component passes on': () => (
    <Paragraph>
      <b>{name}</b>, {count} pines
    </Paragraph>
  ),
  'text of a fragment': () => (
    <p>
      <b>{name}</b>
      <>, 3 pines</>
    </p>
  ),
  'blank between elements': () => (
    <p>
      <b>{name}</b> <hr />
    </p>
  ),
  'list of texts': () => (
    <p>
      {['a', 'b'].map((letter) => letter)}
      <hr />
    </p>
  ),
  'no text': () => (
    <p>
      {''}
      <hr />
      {absent}
    </p>
  ),
};

test('each text is the only child of an element', () => {
  const markup = Object.entries(cases).map(([what, draw]) => [what, renderToStaticMarkup(draw())]);
  const beside = '<p><b>Ana</b><x-text>, 3 pines</x-text></p>';
  expect(Object.fromEntries(markup)).toEqual({
    'texts in a row': '<p>Ana: 3 pines</p>',
    'only text': '<p>Ana</p>',
    'text beside an element': beside,
    'children that a component passes on': beside,
    'text of a fragment': beside,
    'blank between elements': '<p><b>Ana</b><x-blank> </x-blank><hr/></p>',
    'list of texts': '<p><x-text>ab</x-text><hr/></p>',
    'no text': '<p><hr/></p>',
  });
});
