// The standard variables of OpenTelemetry. The exporter reads further ones itself, such as
// OTEL_EXPORTER_OTLP_TIMEOUT and OTEL_EXPORTER_OTLP_CERTIFICATE.
import { z } from 'zod';

const address = z.string().refine((text) => /^https?:$/.test(readProtocol(text)), {
  error: 'must be an address that begins with http:// or https://',
});
const exporter = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp');
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** `key=value,other=value`, with percent-encoded values. */
const pairs = z
  .string()
  .default('')
  .transform((text, { issues }) => {
    const read = readPairs(text);
    const message = 'must be pairs such as key=value,other=value';
    if (read === null) issues.push({ code: 'custom', input: text, message });
    return read ?? {};
  });

export const telemetryVariables = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'must be http/protobuf, whose usual port is 4318' })
    .optional(),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1000)
    .max(3_600_000)
    .default(60_000),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0)
    .max(1)
    .default(1),
  OTEL_PROPAGATORS: z
    .string()
    .default('tracecontext')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z.array(
        z.enum(['tracecontext', 'baggage', 'none'], { error: 'must be tracecontext or none' }),
      ),
    ),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
};

export type TelemetryConfig = Readonly<z.output<z.ZodObject<typeof telemetryVariables>>>;

/** Where each kind of telemetry is sent to; undefined when it is off. */
export function telemetryUrls(config: Partial<TelemetryConfig>): {
  traces: string | undefined;
  metrics: string | undefined;
} {
  if (config.OTEL_SDK_DISABLED === 'true') return { traces: undefined, metrics: undefined };
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const traces = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  const metrics = config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? (base && `${base}/v1/metrics`);
  return {
    traces: config.OTEL_TRACES_EXPORTER === 'otlp' ? traces : undefined,
    metrics: config.OTEL_METRICS_EXPORTER === 'otlp' ? metrics : undefined,
  };
}

function readPairs(text: string): Record<string, string> | null {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  try {
    const read = parts.map((part) => {
      const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      return key === undefined ? null : [key, decodeURIComponent(value!)];
    });
    return read.includes(null) ? null : Object.fromEntries(read as [string, string][]);
  } catch {
    return null;
  }
}

const readProtocol = (text: string) => (URL.canParse(text) ? new URL(text).protocol : '');
