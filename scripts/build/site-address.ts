// Pages write the address of the installation as https://HOST. Only the server knows it, and no
// script may contain it, so a component prints it.

type Node = { type: string; value?: string; children?: Node[] } & Record<string, unknown>;

export const siteAddressMark = 'https://HOST';

const siteUrl: Node = {
  type: 'mdxJsxTextElement',
  name: 'SiteUrl',
  attributes: [],
  children: [],
};

const insert = (text: string): Node[] =>
  text
    .split(siteAddressMark)
    .flatMap((value, at) => [
      ...(at > 0 ? [siteUrl] : []),
      ...(value ? [{ type: 'text', value }] : []),
    ]);

function walk(node: Node): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) =>
    child.type === 'text' && child.value?.includes(siteAddressMark) ? insert(child.value) : [child],
  );
  for (const child of node.children) walk(child);
}

/** A rehype plugin for the MDX compiler. */
export const insertSiteAddress = () => walk;
