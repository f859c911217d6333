// The consent screen of OAuth: an app has sent the person here.

import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { CallError, errorMessage } from '#lib/call-error.ts';
import { formatDateTime } from '#lib/format.ts';
import { scopesOffAtFirst } from '#lib/scopes.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { AppRequestWire } from '../../wire/apps.ts';
import { useProfile } from '../queries.ts';
import { RequireSession } from '../sessions/RequireSession.tsx';
import { AppScopes, type Choice } from './AppScopes.tsx';
import { type AppParameters, useAnswerAppRequest, useAppRequest } from './queries.ts';

const parameterNames = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
];

function useParameters(): AppParameters {
  const [query] = useSearchParams();
  const parameters = parameterNames.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { client_id: '', ...Object.fromEntries(parameters) };
}

/** The address at which an app gets to know an error of its request; undefined for other errors. */
function readRedirect(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { redirect_to: address } = (error.body ?? {}) as { redirect_to?: unknown };
  return typeof address === 'string' ? address : undefined;
}

const Returning = ({ address, name }: { address: string; name: string }) => {
  useEffect(() => location.assign(address), [address]);
  return (
    <EmptyState
      title={`Returning to ${name}`}
      isPage
      action={
        <a className="link" href={address}>
          Nothing happens? Return now.
        </a>
      }
    >
      You can close this tab when the app is connected.
    </EmptyState>
  );
};

const describeOrigin = ({ described_by: host, registered_at: at }: AppRequestWire) =>
  host
    ? `The name comes from ${host}.`
    : `The app chose its name itself, and registered here on ${formatDateTime(at!)}.`;

/** Nobody has checked the app: the person decides whether to go to its address. */
const RequestFailed = ({ address }: { address: string }) => {
  const { protocol, host } = new URL(address);
  return (
    <EmptyState
      title="This app can not be connected"
      isPage
      action={
        <a className="link" href={address}>
          {`Return to ${host || protocol.slice(0, -1)}`}
        </a>
      }
    >
      It asked in a way that we do not support. Nothing was granted. Return only if you know the
      address.
    </EmptyState>
  );
};

const describePlace = ({ redirect_host: host, is_local: isLocal }: AppRequestWire) =>
  isLocal ? `an app on this computer (${host})` : host;

function Consent({ request, query }: { request: AppRequestWire; query: AppParameters }) {
  const profile = useProfile();
  const answer = useAnswerAppRequest(query);
  const [choice, setChoice] = useState<Choice>({
    scopes: request.scopes.filter((scope) => !scopesOffAtFirst.includes(scope)),
    mayChange: false,
  });
  const decide = (isAllowed: boolean) =>
    answer.mutate({
      is_allowed: isAllowed,
      scopes: [...choice.scopes],
      may_change: choice.mayChange,
    });
  if (answer.data) return <Returning address={answer.data.redirect_to} name={request.name} />;
  return (
    <div className="mx-auto grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6 px-gutter py-12">
      <header className="grid gap-3">
        <h1 className="text-3xl wrap-anywhere">Connect {request.name}?</h1>
        <p className="text-quiet wrap-anywhere">
          It asks to act for <strong className="text-text">{profile.data?.email}</strong>. You then
          return to <strong className="text-text">{describePlace(request)}</strong>.
        </p>
      </header>
      <Banner tone="info" title="Did you just ask for this?">
        {describeOrigin(request)} Go on only if you started this in the app.
      </Banner>
      <Panel
        footer={
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              isBusy={answer.isPending && answer.variables.is_allowed}
              busyLabel="Connecting..."
              disabled={choice.scopes.length === 0}
              onClick={() => decide(true)}
            >
              Allow
            </Button>
            <Button disabled={answer.isPending} onClick={() => decide(false)}>
              Deny
            </Button>
          </div>
        }
      >
        <div className="grid gap-6">
          <AppScopes requested={request.scopes} choice={choice} onChange={setChoice} />
          {answer.isError && <Banner tone="error">{errorMessage(answer.error)}</Banner>}
        </div>
      </Panel>
      <p className="text-sm text-quiet">
        What it does counts towards your plan and is in your request log. You can disconnect it at
        any time under{' '}
        <Link className="link" to="/dashboard/sessions">
          Sessions
        </Link>
        .
      </p>
    </div>
  );
}

function ConsentRequest() {
  const query = useParameters();
  const request = useAppRequest(query);
  const address = readRedirect(request.error);
  if (request.data) return <Consent request={request.data} query={query} />;
  if (address !== undefined) return <RequestFailed address={address} />;
  if (request.isError)
    return (
      <EmptyState title="This app can not be connected" isPage>
        {errorMessage(request.error)}
      </EmptyState>
    );
  return (
    <div className="grid min-h-[60svh] place-items-center text-quiet">
      <Spinner label="Loading what the app asks for" />
    </div>
  );
}

export default function ConnectApp() {
  return (
    <RequireSession>
      <title>{`Connect an app · ${site.name}`}</title>
      <ConsentRequest />
    </RequireSession>
  );
}
