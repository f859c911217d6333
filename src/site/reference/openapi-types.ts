// The parts of the OpenAPI document that the reference prints.
import type { Deprecation } from '#lib/deprecation.ts';
import type { Permission, QuotaGroup, UsageMetric } from '#lib/endpoint.ts';

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
  not?: Schema;
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
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
};

/** By media type. */
export type Content = Readonly<Record<string, { schema?: Schema }>>;

export type OpenApiOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { description: string; content?: Content }>>;
  deprecated?: true;
  'x-deprecated'?: Deprecation;
  'x-permission': Permission;
  'x-metered'?: { group: QuotaGroup; unit: UsageMetric };
  'x-rate-limit'?: 'none' | { calls: number; window_seconds: number };
  'x-idempotency-key'?: 'accepted' | 'once';
  'x-feature'?: string;
  'x-allowed-when-suspended'?: true;
  'x-body-bytes-max'?: number;
};

export type OpenApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  components: { schemas: Schemas };
};
