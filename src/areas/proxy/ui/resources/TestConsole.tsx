import { useApiForm } from '#client/use-api-form.ts';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { Panel } from '#ui/Panel.tsx';
import type { FetchResultWire, ResourceWire } from '../../wire/index.ts';
import { formatMs, reasonLabels } from '../proxy.labels.ts';
import { type FetchBody, useFetch } from '../queries.ts';
import { exampleUrl } from './snippets.ts';

const formatAttempt = ({ status, error, elapsed_ms }: FetchResultWire['attempts'][number]) =>
  `${error ? reasonLabels[error] : status}, ${formatMs(elapsed_ms)}`;

function FetchOutput({ result }: { result: FetchResultWire }) {
  const { status, error, proxy, attempts, body } = result;
  const isFine = error === null;
  return (
    <div className="mt-5 grid grid-cols-1 gap-5">
      <p className="flex flex-wrap items-center gap-3" role="status">
        <Badge tone={isFine ? 'success' : 'danger'}>
          {isFine ? `HTTP ${status}` : reasonLabels[error]}
        </Badge>
        {result.how_to_fix && <span className="text-sm text-quiet">{result.how_to_fix}</span>}
      </p>
      <DescriptionList
        items={[
          { term: 'Duration', description: formatMs(result.elapsed_ms), isNumeric: true },
          { term: 'Connected in', description: formatMs(result.connect_ms), isNumeric: true },
          { term: 'Exit address', description: result.exit_address ?? 'Unknown', isNumeric: true },
          {
            term: 'Proxy',
            description: proxy ? `${proxy.host}:${proxy.port}` : 'None',
            isNumeric: true,
          },
          { term: 'Size', description: formatCount(result.size_bytes, 'byte') },
          ...(attempts.length > 1
            ? [
                {
                  term: 'Attempts',
                  description: (
                    <ol>
                      {attempts.map((attempt) => (
                        <li key={attempt.proxy}>
                          <span className="font-mono">{attempt.proxy}</span>:{' '}
                          {formatAttempt(attempt)}
                        </li>
                      ))}
                    </ol>
                  ),
                },
              ]
            : []),
        ]}
      />
      {body && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
          tabIndex={0}
          className="max-h-64 overflow-auto border border-line surface-sunken p-4 font-mono text-xs leading-5"
        >
          {body}
        </pre>
      )}
    </div>
  );
}

type Values = { url: string; session: string; country: string };

const toBody = ({ url, ...values }: Values): FetchBody => {
  const session = values.session.trim();
  const country = values.country.trim();
  return { url, ...(session && { session }), ...(country && { country }) };
};

const loadSchema = () => import('../../wire/fetches.form.ts').then((module) => module.fetchSchema);

/** Sends a test request through the resource. */
export function TestConsole({ resource }: { resource: ResourceWire }) {
  const fetching = useFetch(resource.name);
  const { form, submit, isBusy } = useApiForm<Values, FetchBody>({
    defaultValues: { url: exampleUrl(resource.target_hosts), session: '', country: '' },
    toBody,
    loadSchema,
    save: (body) => fetching.mutateAsync(body),
  });
  const field = useFormFields(form);
  return (
    <Panel title="Test console" description="Counts as a request of your plan." className="mt-6">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <TextField
          type="url"
          label="Address"
          required
          className="flex-1 basis-72"
          {...field('url')}
        />
        <TextField label="Session" autoComplete="off" className="basis-32" {...field('session')} />
        <TextField
          label="Country"
          maxLength={2}
          autoComplete="off"
          className="basis-24"
          {...field('country')}
        />
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Fetching...">
          Fetch
        </Button>
      </form>
      <div className="mt-5 empty:hidden">
        <FormError form={form} />
      </div>
      {fetching.data && <FetchOutput result={fetching.data} />}
    </Panel>
  );
}
