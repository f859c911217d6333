// What every area is given. The process opens one (main.ts), a test opens one a file.
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Work } from './database/work.ts';
import type { Events } from './events.ts';
import type { Features } from './features.ts';
import type { Jobs } from './jobs.ts';
import type { LiveTopics } from './live-topics.ts';
import type { Logger } from './logging.ts';
import type { Mail } from './mail/outbox.ts';
import type { Metrics } from './metrics.ts';
import type { Pdf } from './pdf/pdf.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ShutdownStep } from './shutdown.ts';
import type { Storage } from './storage/storage.ts';

export type Kernel = {
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Units of work: how use-cases reach the database. */
  work: Work;
  jobs: Jobs;
  mail: Mail;
  storage: Storage;
  pdf: Pdf;
  limits: RateLimits;
  features: Features;
  /** Transactional events between areas that have no arrow to each other. */
  events: Events;
  /** Messages to open event streams, across processes. */
  live: LiveTopics;
  /** What areas add as they open: run after the last call and job, before the database closes. */
  closing: ShutdownStep[];
};

/** What the process itself holds beside it: the pool, which nothing but units may reach. */
export type HostKernel = Kernel & { database: Database };
