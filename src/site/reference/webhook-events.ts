// Events that are sent to the servers of customers: each has a page.
import { resolveSchema } from '#lib/openapi-refs.ts';
import type { Parameter, Schema } from '#lib/openapi-types.ts';
import { webhookEventPath } from '#lib/webhook-event-path.ts';
import { openApiDocument } from './openapi-document.ts';

export type WebhookEvent = {
  /** Its name: `payment.completed`. */
  type: string;
  /** The address of its page. */
  path: string;
  /** What happened. */
  summary: string;
  /** When it is sent. */
  description: string;
  /** What is different in each event. */
  data: Schema;
  /** What every event has. */
  envelope: Schema;
  headers: readonly Parameter[];
  /** A whole body. */
  example: unknown;
};

const { webhooks = {}, components } = openApiDocument;

/** In the order of the document. */
export const webhookEvents: readonly WebhookEvent[] = Object.entries(webhooks).map(
  ([type, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    const { properties = {}, ...envelope } = resolveSchema(schema, components.schemas);
    const { data = {}, type: name = {}, ...common } = properties;
    return {
      type,
      path: webhookEventPath(type),
      summary: post.summary,
      description: post.description,
      data,
      envelope: { ...envelope, properties: { type: name, ...common } },
      headers: post.parameters ?? [],
      example,
    };
  },
);
