/** Copies the code before it; ReferenceScreen listens, because these elements are only printed. */
export const CopyText = () => (
  <button type="button" data-copy="" className="copy-text noscript:hidden">
    Copy
  </button>
);

type CodeProps = {
  name: string;
  code: string;
  /** For the Markdown of the page. */
  language: 'sh' | 'ts' | 'json';
};

/** Several lines of code below their name. */
export const Code = ({ name, code, language }: CodeProps) => (
  <figure className="call-example">
    <figcaption>{name}</figcaption>
    <pre
      data-language={language}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
      tabIndex={0}
    >
      {code}
    </pre>
    <CopyText />
  </figure>
);

type CallAddressProps = { method: string; apiPath: string };

/** Method and path as one line of code. */
export const CallAddress = ({ method, apiPath }: CallAddressProps) => (
  <code className="call-address">
    <b data-method={method}>{method}</b> {apiPath}
  </code>
);
