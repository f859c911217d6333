// The parts of an OpenAPI document that the generator fills in and the reference prints.
import type { Deprecation } from './deprecation.ts';
import type { Permission } from './endpoint.ts';
import type { QuotaGroup, UsageMetric } from './quota-groups.ts';

export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  pattern?: string;
  contentEncoding?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  not?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Schemas = Readonly<Record<string, Schema>>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  /** Of parameters that a request needs. */
  example?: unknown;
};

export type MediaType = {
  schema?: Schema;
  example?: unknown;
};

/** By media type. */
export type Content = Readonly<Record<string, MediaType>>;

export type Response = {
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Content;
};

export type OpenApiOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  /** What the call does, then who may make it, in paragraphs. */
  description: string;
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
  deprecated?: true;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** The name of the call in the SDK: `keys.create`. */
  'x-sdk': string;
  'x-permission': Permission;
  'x-deprecated'?: Deprecation;
  'x-metered'?: { group: QuotaGroup; unit: UsageMetric };
  'x-rate-limit'?: 'none' | { calls: number; window_seconds: number };
  'x-idempotency-key'?: 'accepted' | 'once';
  'x-feature'?: string;
  'x-allowed-when-suspended'?: true;
  'x-body-bytes-max'?: number;
};

/** A request to a customer's server. */
export type OpenApiWebhook = Pick<
  OpenApiOperation,
  'operationId' | 'tags' | 'summary' | 'description' | 'parameters' | 'responses'
> & {
  requestBody: {
    required: true;
    content: { 'application/json': { schema: Schema; example: unknown } };
  };
};

export type Paths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;

export type OpenApiDocument = {
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: readonly { url: string; description?: string }[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  tags: readonly { name: string; description: string }[];
  paths: Paths;
  /** By the type of event. */
  webhooks?: Readonly<Record<string, { post: OpenApiWebhook }>>;
  components: { schemas: Schemas } & Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
