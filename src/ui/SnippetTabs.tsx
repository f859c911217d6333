import { CopyButton } from './CopyButton.tsx';
import { Tabs } from './Tabs.tsx';

/** One example in one language. */
export type Snippet = { value: string; label: string; code: string };

const Code = ({ label, code }: Snippet) => (
  <div className="grid grid-cols-1 justify-items-end gap-3">
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
      tabIndex={0}
      className="w-full overflow-x-auto border border-line surface-sunken p-4 font-mono text-xs leading-5"
    >
      <code>{code}</code>
    </pre>
    <CopyButton value={code} label={`Copy ${label}`} size="small" />
  </div>
);

/** The same example in several languages, each with a copy button. */
export const SnippetTabs = ({ snippets }: { snippets: readonly Snippet[] }) => (
  <Tabs
    label="Language of the example"
    items={snippets.map((snippet) => ({ ...snippet, content: <Code {...snippet} /> }))}
  />
);
