import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { NewWebhookEndpointWire } from '../../wire/index.ts';
import { DeliveryList } from '../deliveries/DeliveryList.tsx';
import { useEndpoints, useEventTypes } from '../queries.ts';
import { CreateEndpointDialog, NewSecretDialog } from './EndpointDialogs.tsx';
import { EndpointTable } from './EndpointTable.tsx';
import { endpointPath } from './endpoint.labels.ts';

const NotInPlan = () => (
  <Banner
    tone="info"
    title="Webhooks are part of every paid plan"
    action={
      <ButtonLink asChild size="small">
        <Link to="/dashboard/plan">Compare plans</Link>
      </ButtonLink>
    }
  >
    On the free plan, programs can follow the event stream instead.
  </Banner>
);

type Add = { add: () => void };

const AddButton = ({ add }: Add) => (
  <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={add}>
    Add endpoint
  </Button>
);

const NoEndpoints = () => (
  <EmptyState title="No endpoints yet">
    An endpoint is an address of your server. We post to it what happens: payments, quotas, tickets,
    finished work. <a href="/docs/guides/webhooks">The guide</a> shows how to receive it.
  </EmptyState>
);

function Endpoints() {
  const endpoints = useEndpoints();
  return (
    <Panel title="Endpoints" isFlush>
      {endpoints.isError ? (
        <LoadError
          message={errorMessage(endpoints.error)}
          onRetry={() => endpoints.refetch()}
          isRetrying={endpoints.isFetching}
        />
      ) : (
        <EndpointTable
          endpoints={endpoints.data?.results ?? []}
          isLoading={endpoints.isPending}
          empty={<NoEndpoints />}
        />
      )}
    </Panel>
  );
}

/** The webhooks screen: endpoints, and what was sent to all of them. */
export default function Webhooks() {
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<NewWebhookEndpointWire>();
  const navigate = useNavigate();
  const isIncluded = useEventTypes().data?.is_included ?? true;
  return (
    <Screen
      title="Webhooks"
      description="Your server is told what happens in your account, as it happens."
      action={isIncluded && <AddButton add={() => setAdding(true)} />}
    >
      {!isIncluded && <NotInPlan />}
      <Endpoints />
      <DeliveryList />
      {isAdding && (
        <CreateEndpointDialog
          onCreated={(endpoint) => {
            setAdding(false);
            setCreated(endpoint);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {created && (
        <NewSecretDialog endpoint={created} onClose={() => navigate(endpointPath(created.id))} />
      )}
    </Screen>
  );
}
