import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { FetchAnswerWire, ResourceWire } from '../contract.ts';
import { reasonLabels, sayMs } from './proxy-labels.ts';
import { useFetch } from './queries.ts';
import { showRefusal } from './show-refusal.ts';
import { exampleUrl } from './snippets.ts';

const bytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'byte', unitDisplay: 'long' });

const sayAttempt = ({ status, error, elapsed_ms }: FetchAnswerWire['attempts'][number]) =>
  `${error ? reasonLabels[error] : status}, ${sayMs(elapsed_ms)}`;

function Answer({ answer }: { answer: FetchAnswerWire }) {
  const { status, error, proxy, attempts, body } = answer;
  const isFine = error === null;
  return (
    <div className="mt-5 grid grid-cols-1 gap-5" role="status">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={isFine ? 'success' : 'danger'}>
          {isFine ? `HTTP ${status}` : reasonLabels[error]}
        </Badge>
        {answer.how_to_fix && <span className="text-sm text-quiet">{answer.how_to_fix}</span>}
      </p>
      <DescriptionList
        items={[
          { term: 'Took', description: sayMs(answer.elapsed_ms), isNumeric: true },
          { term: 'Connected in', description: sayMs(answer.connect_ms), isNumeric: true },
          { term: 'Exit address', description: answer.exit_address ?? 'Unknown', isNumeric: true },
          {
            term: 'Proxy',
            description: proxy ? `${proxy.host}:${proxy.port}` : 'None',
            isNumeric: true,
          },
          { term: 'Size', description: bytes.format(answer.size_bytes) },
          ...(attempts.length > 1
            ? [
                {
                  term: 'Tries',
                  description: (
                    <ol>
                      {attempts.map((attempt) => (
                        <li key={attempt.proxy}>
                          <span className="font-mono">{attempt.proxy}</span>: {sayAttempt(attempt)}
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
          tabIndex={0}
          className="max-h-64 overflow-auto border border-line surface-sunken p-4 font-mono text-xs leading-5"
        >
          {body}
        </pre>
      )}
    </div>
  );
}

/** Fetches one address through the resource, and says how it went. */
export function TestConsole({ resource }: { resource: ResourceWire }) {
  const id = useId();
  const fetching = useFetch(resource.name);
  const form = useForm({
    defaultValues: { url: exampleUrl(resource.target_hosts), session: '', country: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const session = values.session.trim();
    const country = values.country.trim();
    try {
      await fetching.mutateAsync({
        url: values.url,
        ...(session && { session }),
        ...(country && { country }),
      });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <Panel title="Test console" description="Counts as a request of your plan." className="mt-6">
      <form id={id} onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <TextField
          type="url"
          label="Address"
          required
          className="flex-1 basis-72"
          error={errors.url?.message}
          {...form.register('url')}
        />
        <TextField
          label="Session"
          autoComplete="off"
          className="basis-32"
          error={errors.session?.message}
          {...form.register('session')}
        />
        <TextField
          label="Country"
          maxLength={2}
          autoComplete="off"
          className="basis-24"
          error={errors.country?.message}
          {...form.register('country')}
        />
        <Button type="submit" variant="primary" isBusy={fetching.isPending} busyLabel="Fetching...">
          Fetch
        </Button>
      </form>
      {errors.root?.message && (
        <div className="mt-5">
          <Banner tone="error">{errors.root.message}</Banner>
        </div>
      )}
      {fetching.data && <Answer answer={fetching.data} />}
    </Panel>
  );
}
