// Stores the lines of a bank statement, each once.
import { createHash } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Payments } from '../../context.ts';
import { insertLines } from './bank-store.ts';
import { matchBankLines } from './match-bank-lines.ts';
import { parseStatement, type StatementLine } from './parse-statement.ts';

/** Rows of one statement. */
const batchSize = 1000;

export type UploadedStatement = { lines: number; added: number; matched: number };

/** Safe to repeat. Throws InvalidInput on the field `file`. */
export async function uploadStatement(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  { actor, audit }: { actor: Actor; audit: Audit },
  file: Buffer,
): Promise<UploadedStatement> {
  const now = kernel.clock.now();
  const lines = parseStatement(file.toString('utf8'));
  const rows = withKeys(lines).map(({ key, bookedOn, amount, currency, reference }) => ({
    id: createId(now),
    line_key: key,
    booked_on: bookedOn,
    amount,
    currency,
    reference,
    uploaded_by: actor.accountId,
    uploaded_at: now,
  }));
  let added = 0;
  for (let from = 0; from < rows.length; from += batchSize)
    added += await insertLines(tx, rows.slice(from, from + batchSize));
  const matched = await matchBankLines(tx);
  await audit.record(tx, {
    type: 'bank_statement',
    id: createHash('sha256').update(file).digest('hex').slice(0, 16),
    after: { lines: lines.length, added, matched },
  });
  return { lines: lines.length, added, matched };
}

/** Equal lines of one file are several movements, and in another file the same ones again. */
function withKeys(lines: readonly StatementLine[]): (StatementLine & { key: string })[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const facts = JSON.stringify([line.bookedOn, line.amount, line.currency, line.reference]);
    const count = (counts.get(facts) ?? 0) + 1;
    counts.set(facts, count);
    return { ...line, key: createHash('sha256').update(`${facts}${count}`).digest('hex') };
  });
}
