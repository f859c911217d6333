// Values of the endpoint form, and the request bodies.
import type { ApiForm } from '#client/use-api-form.ts';
import type { WebhookEndpointWire } from '../../wire/index.ts';
import type { CreateEndpoint } from '../queries.ts';

export type EndpointValues = {
  url: string;
  description: string;
  /** `all`, also of those that are added later, or `some`. */
  events: 'all' | 'some';
  types: string[];
};
export type EndpointForm = ApiForm<EndpointValues>;

export const emptyValues: EndpointValues = { url: '', description: '', events: 'all', types: [] };

export const toValues = (endpoint: WebhookEndpointWire): EndpointValues => ({
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.event_types === null ? 'all' : 'some',
  types: endpoint.event_types ?? [],
});

export const toBody = ({ url, description, events, types }: EndpointValues): CreateEndpoint => ({
  url,
  description,
  event_types: events === 'all' ? null : types,
});

export const endpointFieldNames = { event_types: 'types' } as const;
