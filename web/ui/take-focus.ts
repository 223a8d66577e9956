/** The `ref` of an element that takes the focus when it appears, such as the result of a click. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus();
}
