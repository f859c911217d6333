// Traces and metrics for a collector of OpenTelemetry, when OTEL_EXPORTER_OTLP_ENDPOINT names one.
// Otherwise its packages are not even loaded.
import type { Telemetry, TelemetryOptions } from './telemetry/start-telemetry.ts';
import { telemetryUrls } from './telemetry-variables.ts';

export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { traces, metrics } = telemetryUrls(options.config);
  if (!traces && !metrics) return { tracing: undefined, close: async () => undefined };
  const { startTelemetry } = await import('./telemetry/start-telemetry.ts');
  return startTelemetry(options);
}
