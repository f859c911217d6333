import type { ApiArea } from '#lib/api-description.ts';
import { CallRows } from './CallRows.tsx';
import { Code } from './Code.tsx';
import { apiAreas } from './call-groups.ts';
import { listAreaOperations, referencePath } from './operations.ts';

const firstCall = (origin: string) => `curl ${origin}/apix/billing/subscriptions/current/ \\
  -H "X-API-Key: $WEFTLINE_API_KEY"`;

const Authentication = ({ origin }: { origin: string }) => (
  <>
    <h2 id="authentication">Authentication</h2>
    <ol className="reference-steps">
      <li>
        <a href="/auth">Sign in</a>, and create a key under <a href="/dashboard/keys">API keys</a>.
        The free plan is enough.
      </li>
      <li>
        Send it with each call as <code>X-API-Key</code>, or as <code>Authorization: Bearer</code>.
      </li>
      <li>
        Calls that change keys, plan or account need{' '}
        <a href="/docs/guides/authentication#sessions">a session</a> instead of a key.
      </li>
    </ol>
    <Code name="The first call" language="sh" code={firstCall(origin)} />
  </>
);

const Area = ({ area }: { area: ApiArea }) => (
  <section>
    <h2>
      <a href={`${referencePath}/${area.slug}`}>{area.title}</a>
    </h2>
    <p>{area.sentence}</p>
    <CallRows calls={listAreaOperations(area)} />
  </section>
);

/** How to authenticate, and every call by area. */
export const OverviewPage = ({ origin }: { origin: string }) => (
  <>
    <Authentication origin={origin} />
    {apiAreas.map((area) => (
      <Area key={area.slug} area={area} />
    ))}
    <h2>For programs</h2>
    <p>
      The <a href="/apix/schema/">OpenAPI document</a> has the same calls for generators of clients.
    </p>
  </>
);
