// Renders untrusted Markdown. HTML stays text, links only lead to http, https and mailto, nothing
// is loaded from other hosts, and text with too much formatting is shown as plain text.
import type { ReactNode } from 'react';
import renderMarkdown, { type Components } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { isCheapToParse, isCheapToShow } from './markup-budget.ts';

const allowed = [
  'p',
  'br',
  'strong',
  'em',
  'del',
  'a',
  'img',
  'ul',
  'ol',
  'li',
  'code',
  'pre',
  'blockquote',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/** Empty for a URL that could run a script or open a program. */
export const safeUrl = (address: string): string =>
  ['http:', 'https:', 'mailto:'].includes(URL.parse(address)?.protocol ?? '') ? address : '';

type OutsideLinkProps = { href: string | undefined; children: ReactNode };

export const OutsideLink = ({ href, children }: OutsideLinkProps) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="link">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

/** The page has its own headings; those of a message are only bold. */
const Strong = ({ children }: { children?: ReactNode }) => (
  <p className="font-semibold">{children}</p>
);

export const markdownComponents = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === 'string' ? src : undefined}>{alt || src}</OutsideLink>
  ),
  h1: ({ children }) => <Strong>{children}</Strong>,
  h2: ({ children }) => <Strong>{children}</Strong>,
  h3: ({ children }) => <Strong>{children}</Strong>,
  h4: ({ children }) => <Strong>{children}</Strong>,
  h5: ({ children }) => <Strong>{children}</Strong>,
  h6: ({ children }) => <Strong>{children}</Strong>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li>{children}</li>,
  code: ({ children }) => <code className="font-mono text-[0.9em]">{children}</code>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable.
    <pre tabIndex={0} className="overflow-x-auto p-3 text-sm surface-sunken">
      {children}
    </pre>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-control pl-3 text-quiet">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable.
    <div tabIndex={0} className="overflow-x-auto">
      <table className="text-sm wrap-normal">{children}</table>
    </div>
  ),
  th: ({ children }) => <th className="border border-line px-2 py-1 text-left">{children}</th>,
  td: ({ children }) => <td className="border border-line px-2 py-1">{children}</td>,
} satisfies Components;

const limitTree = () => (tree: Parameters<typeof isCheapToShow>[0]) => {
  if (!isCheapToShow(tree)) throw new RangeError('This message has too much formatting.');
};

/** Null for text with too much formatting, or that breaks the parser. */
function render(text: string): ReactNode | null {
  if (!isCheapToParse(text)) return null;
  try {
    // Called as a function, so that errors are caught here and not while rendering.
    return renderMarkdown({
      children: text,
      remarkPlugins: [[remarkGfm, { singleTilde: false }], remarkBreaks, limitTree],
      allowedElements: allowed,
      unwrapDisallowed: true,
      urlTransform: safeUrl,
      components: markdownComponents,
    });
  } catch {
    return null;
  }
}

export const PlainText = ({ text }: { text: string }) => (
  <div className="grid min-w-0 max-w-measure gap-3">
    <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    <p className="text-sm text-quiet">Shown without formatting.</p>
  </div>
);

export function Markdown({ text }: { text: string }) {
  const formatted = render(text);
  if (formatted === null) return <PlainText text={text} />;
  return (
    <div className="grid min-w-0 max-w-measure gap-3 wrap-anywhere [&>*]:min-w-0">{formatted}</div>
  );
}
