// The formatting of a mail. The server has reduced its HTML to a few elements; here each becomes an
// element of ours, so that nothing else can get into the page.
import clsx from 'clsx';
import { createElement, Fragment, type ReactNode } from 'react';
import { OutsideLink, safeUrl, markdownComponents as styled } from './Markdown.tsx';

/** Elements without attributes and without a style of their own. */
const plain = new Set(['p', 'div', 'br', 'strong', 'em', 'u', 's', 'sup', 'sub', 'hr', 'li']);
const tableParts = new Set(['thead', 'tbody', 'tr']);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

function span(element: Element, name: string): number | undefined {
  const value = Number(element.getAttribute(name));
  return value > 1 ? value : undefined;
}

function Cell({ element, children }: { element: Element; children: ReactNode }) {
  const isHead = element.localName === 'th';
  return createElement(
    isHead ? 'th' : 'td',
    {
      colSpan: span(element, 'colspan'),
      rowSpan: span(element, 'rowspan'),
      className: `border border-line px-2 py-1 text-left align-top ${isHead ? '' : 'font-normal'}`,
    },
    children,
  );
}

/** Only files of the ticket: everything else would tell its sender that the mail was read. */
function Picture({ element }: { element: Element }) {
  const src = element.getAttribute('src') ?? '';
  if (!src.startsWith('/') || src.startsWith('//')) return null;
  return (
    <a href={src} target="_blank" rel="noopener noreferrer" className="inline-block max-w-full">
      <img
        src={src}
        alt={element.getAttribute('alt') || 'Picture in the mail'}
        loading="lazy"
        className="max-h-96 max-w-full object-contain"
      />
    </a>
  );
}

function toReact(element: Element, children: ReactNode): ReactNode {
  const name = element.localName;
  if (plain.has(name) || tableParts.has(name))
    return name === 'br' || name === 'hr' ? createElement(name) : createElement(name, {}, children);
  if (headings.has(name)) return styled.h1({ children });
  switch (name) {
    case 'a':
      return (
        <OutsideLink href={safeUrl(element.getAttribute('href') ?? '')}>{children}</OutsideLink>
      );
    case 'img':
      return <Picture element={element} />;
    case 'ul':
      return styled.ul({ children });
    case 'ol':
      return styled.ol({ children, start: Number(element.getAttribute('start')) || 1 });
    case 'code':
      return styled.code({ children });
    case 'pre':
      return styled.pre({ children });
    case 'blockquote':
      return styled.blockquote({ children });
    case 'table':
      return styled.table({ children });
    case 'td':
    case 'th':
      return <Cell element={element}>{children}</Cell>;
    default:
      return children;
  }
}

const withoutText = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol']);

function render(parent: Node): ReactNode[] {
  return [...parent.childNodes].flatMap((node, key): ReactNode[] => {
    if (node.nodeType === Node.TEXT_NODE) {
      const isGap =
        node.textContent?.trim() === '' && withoutText.has(parent.nodeName.toLowerCase());
      return isGap ? [] : [node.textContent];
    }
    if (!(node instanceof Element)) return [];
    const children = node.childNodes.length > 0 ? render(node) : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no other identity.
    return [<Fragment key={key}>{toReact(node, children)}</Fragment>];
  });
}

/** Mails mix paragraphs and lines: only blocks that follow something have space above them. */
const spaced = clsx(
  '[&_:is(p,ul,ol,pre,blockquote,hr,div:has(>table)):not(:first-child)]:mt-3',
  '[&_:is(p,ul,ol,pre,blockquote,hr,div:has(>table))+*]:mt-3 [&_li>:is(ul,ol)]:mt-0!',
);

export const RichText = ({ html }: { html: string }) => (
  <div className={clsx('min-w-0 max-w-measure wrap-anywhere', spaced)}>
    {render(new DOMParser().parseFromString(html, 'text/html').body)}
  </div>
);
