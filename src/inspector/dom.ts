// Makes elements without a parser, which Trusted Types and a strict CSP allow.

type Props = Readonly<Record<string, string | ((event: never) => void)>>;

/** Makes an element. Functions are listeners, and strings are attributes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props))
    if (typeof value === 'function') element.addEventListener(key, value as EventListener);
    else element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Sets a text only when it has changed, because the browser lays the page out after each change. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns a sentence as nodes, with the text between backticks as code. */
export function prose(sentence: string): (Node | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 ? make('code', {}, part) : part));
}
