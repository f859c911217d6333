import type { Operation } from './operations.ts';

type CallRowsProps = { calls: readonly Operation[]; hasAddresses?: boolean };

/** Calls by name; `hasAddresses` adds method and path. */
export const CallRows = ({ calls, hasAddresses = false }: CallRowsProps) => (
  <ul className={hasAddresses ? 'call-rows' : 'call-names'}>
    {calls.map(({ path, title, method, apiPath, deprecated }) => (
      <li key={path}>
        <a href={path}>{title}</a>
        {deprecated && <small> deprecated</small>}
        {hasAddresses && (
          <code>
            <b data-method={method}>{method}</b> {apiPath}
          </code>
        )}
      </li>
    ))}
  </ul>
);
