// Elements without a framework: the script of other sites must stay small.

type Attributes = Readonly<Record<string, string | boolean | undefined>>;
type Child = Node | string | false | undefined;

/** False and undefined attributes are left out, as are such children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  node.append(...children.filter((child): child is Node | string => !!child));
  return node;
}

/** Keeps an element that is in the right place already, so that it keeps the focus. */
export function showOnly(parent: Element, children: readonly Element[]): void {
  for (const [at, child] of children.entries())
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}
