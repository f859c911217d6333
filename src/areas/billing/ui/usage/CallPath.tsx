import { Fragment } from 'react';

type CallPathProps = { method?: string; path: string };

/** Method and path without the common prefix; wraps only after a slash. */
export function CallPath({ method, path }: CallPathProps) {
  const parts = path
    .replace(/^\/apix/, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(1);
  return (
    <span className="font-mono text-xs wrap-break-word">
      {method && `${method} `}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the path.
        <Fragment key={at}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
