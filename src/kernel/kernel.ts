// The services that every area receives. The process opens one kernel (start-server.ts), tests one per
// file.
import type { Clock } from './clock.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open-database.ts';
import type { Work } from './database/work.ts';
import type { CustomerEvents } from './events/customer-events.ts';
import type { Events } from './events/events.ts';
import type { LiveTopics } from './events/live-topics.ts';
import type { Features } from './features/features.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/outbox.ts';
import type { ErrorReports } from './observability/error-reports.ts';
import type { Logger } from './observability/logging.ts';
import type { Metrics } from './observability/metrics.ts';
import type { SystemChecks } from './observability/system-checks.ts';
import type { Telemetry } from './observability/telemetry/start-telemetry.ts';
import type { PdfRenderer } from './pdf/pdf.ts';
import type { SealedRegistry } from './sealing/sealed-values.ts';
import type { ShutdownStep } from './shutdown.ts';
import type { Storage } from './storage/storage.ts';

/** `AreaConfig` is what an area reads of its own declaration (declare-config.ts). */
export type Kernel<AreaConfig = unknown> = {
  config: Config & AreaConfig;
  clock: Clock;
  clockWatch: ClockWatch;
  log: Logger;
  metrics: Metrics;
  /** What staff see of each part of the system. */
  checks: SystemChecks;
  /** Units of work: how use-cases reach the database. */
  work: Work;
  jobs: Jobs;
  mail: Mail;
  storage: Storage;
  pdf: PdfRenderer;
  limits: RateLimits;
  features: Features;
  /** Transactional events between areas that may not import each other. */
  events: Events;
  /** What the programs of customers are told; an area sends it. */
  customerEvents: CustomerEvents;
  /** What is sealed in the database, for replacing the secret. */
  sealed: SealedRegistry;
  /** Messages to open event streams, across processes. */
  live: LiveTopics;
  /** Shutdown steps added by areas: run after the last call and job, before the database closes. */
  closing: ShutdownStep[];
};

/**
 * The kernel of the process itself, with the pool, which areas reach only through units of work.
 */
export type HostKernel<AreaConfig = unknown> = Kernel<AreaConfig> & {
  errorReports: ErrorReports;
  telemetry: Telemetry;
  database: Database;
};
