// One journal with everything that leads to it.
import { findPeople } from '#areas/accounts/server/index.ts';
import { type JournalRecord, readJournal } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { isUuid } from '#lib/uuid.ts';
import type { JournalRecordWire } from '../../wire/journals.ts';
import type { Staff } from '../staff.ts';
import { serializeJournal } from './journals.ts';

type Cause = JournalRecordWire['causes'][number];

const actorWords: Readonly<Record<string, string>> = {
  staff: 'Posted by',
  account: 'Caused by',
  job: 'By the job',
  provider: 'Reported by the provider',
};

/** `staff:3` as a link to the person. */
function causeOfActor(actor: string, findEmail: (id: number) => string): Cause {
  const [kind = '', id = ''] = actor.split(/:(.*)/s);
  const words = actorWords[kind] ?? 'By';
  if (kind !== 'staff' && kind !== 'account')
    return { kind: null, id: actor, words: `${words} ${id || kind}` };
  return { kind: 'user', id, words: `${words} ${findEmail(Number(id)) || `account ${id}`}` };
}

function listCauses(journal: JournalRecord, findEmail: (id: number) => string): Cause[] {
  const { paymentId, subscriptionId, metadata, reference, actor } = journal;
  const causes: Cause[] = [];
  if (paymentId) causes.push({ kind: 'payment', id: paymentId, words: 'Payment' });
  if (subscriptionId) causes.push({ kind: 'subscription', id: subscriptionId, words: 'Plan' });
  if (typeof metadata.withdrawal === 'string')
    causes.push({
      kind: 'withdrawal',
      id: metadata.withdrawal,
      words: `Withdrawal ${reference ?? ''}`.trim(),
    });
  if (typeof metadata.adjustment === 'string')
    causes.push({ kind: 'adjustment', id: metadata.adjustment, words: 'Adjustment' });
  if (typeof metadata.proposed_by === 'number')
    causes.push({
      kind: 'user',
      id: String(metadata.proposed_by),
      words: `Proposed by ${findEmail(metadata.proposed_by) || `account ${metadata.proposed_by}`}`,
    });
  return [...causes, causeOfActor(actor, findEmail)];
}

/** Those that are shown as causes are left out. */
const causeKinds = ['withdrawal', 'adjustment', 'proposed_by'];

const toWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
function writeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(writeValue).join(' – ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return instant.test(value) ? formatUtcDateTime(new Date(value)) : value;
}

export async function readJournalRecord(
  { kernel }: Staff,
  db: Db,
  id: string,
): Promise<JournalRecordWire> {
  const journal = isUuid(id) ? await readJournal(db, id) : null;
  if (!journal) throw apiError(commonErrors.notFound);
  const { accountId, actor, metadata, rate, seal } = journal;
  const named = [accountId, Number(actor.split(':')[1]), metadata.proposed_by];
  const people = await findPeople(
    db,
    kernel.config,
    named.filter((one): one is number => Number.isSafeInteger(one)),
  );
  const findEmail = (one: number) => people.get(one)?.email ?? '';
  return {
    ...serializeJournal(journal, findEmail(accountId ?? 0)),
    causes: listCauses(journal, findEmail),
    reversed_by: journal.reversedBy,
    rate: rate && { ...rate, at: rate.at.toISOString() },
    seal: seal && {
      position: String(seal.position),
      hash: seal.hash.toString('hex'),
      sealed_at: seal.sealedAt.toISOString(),
    },
    metadata: Object.entries(metadata)
      .filter(([name]) => !causeKinds.includes(name))
      .map(([name, value]) => ({ name: toWords(name), value: writeValue(value) })),
  };
}
