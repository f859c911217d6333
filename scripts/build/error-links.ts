// Error codes in pages lead to the page of the code.
import codes from '../../content/errors.json' with { type: 'json' };

type Node = {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
};

/** `error` is also a value of other fields. */
const isCode = (text: string) => text !== 'error' && Object.hasOwn(codes, text);

const linked = (node: Node, code: string): Node => ({
  type: 'element',
  tagName: 'a',
  properties: { href: `/docs/errors/${code}` },
  children: [node],
});

/** What is a link already, or a block of code. */
const closed = new Set(['a', 'pre']);

function walk(node: Node): void {
  if (!node.children || closed.has(node.tagName ?? '')) return;
  node.children = node.children.map((child) => {
    const [only, ...more] = child.children ?? [];
    const isInline = child.tagName === 'code' && only?.type === 'text' && more.length === 0;
    const text = only?.value ?? '';
    if (isInline && isCode(text)) return linked(child, text);
    walk(child);
    return child;
  });
}

/** A rehype plugin for the MDX compiler. */
export const linkErrorCodes = () => walk;
