// What the tests of backups save and look for again.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createLedger, deposit, sealJournals } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { toAmount } from '#lib/money.ts';
import { readAppConfig } from '../../src/app-config.ts';
import type { Source } from '../../src/backups/create-backup.ts';
import { createPhases, type Phases } from '../../src/backups/phases.ts';

export const fileKey = 'tickets/7/photo.png';

/** A database with some money, and a storage with a file. */
export async function fillSource(database: Database, env: Record<string, string>): Promise<Source> {
  const config = readAppConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });
  const storage = createStorage(config);
  await storage.put(fileKey, Buffer.from('a photo'), { contentType: 'image/png' });
  const log = pino({ level: 'silent' });
  const details = { accountId: 1, amount: toAmount('12.50', 'USD'), actor: 'test' };
  const draft = deposit({ ...details, idempotencyKey: 'backup', provider: 'sandbox' });
  await createLedger({ clock: systemClock }).post(database.write, draft);
  await sealJournals({ work: database.work, clock: systemClock, log });
  return { config, database, storage };
}

/** Collects what would be printed. */
export function quietPhases(): { phases: Phases; lines: string[]; warnings: string[] } {
  const lines: string[] = [];
  const warnings: string[] = [];
  const phases = createPhases({
    line: (text) => lines.push(text),
    warning: (text) => warnings.push(text),
  });
  return { phases, lines, warnings };
}

/** The path of a folder that does not exist yet. */
export function newTarget(): string {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'weftline-restored-'));
  // As root the server runs as nobody, who must be able to enter.
  chmodSync(parent, 0o755);
  onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }));
  return path.join(parent, 'data');
}
