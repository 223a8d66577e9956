import type { ExoticComponent, JSX as JsxOfReact, ReactElement } from 'react';

/** React's types of JSX, but a component returns an element: a text is its fragment's, at least. */
export declare namespace JSX {
  type ElementType =
    | keyof JsxOfReact.IntrinsicElements
    | ExoticComponent<never>
    | ((props: never) => ReactElement | null)
    | (new (
        props: never,
      ) => ElementClass);
  type Element = JsxOfReact.Element;
  interface ElementClass extends JsxOfReact.ElementClass {
    render(): ReactElement | null;
  }
  type ElementAttributesProperty = JsxOfReact.ElementAttributesProperty;
  type ElementChildrenAttribute = JsxOfReact.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = JsxOfReact.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = JsxOfReact.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = JsxOfReact.IntrinsicClassAttributes<T>;
  type IntrinsicElements = JsxOfReact.IntrinsicElements;
}
