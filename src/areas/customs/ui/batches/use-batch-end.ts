import { call } from '#client/api.ts';
import { readIfExists } from '#client/read-if-exists.ts';
import type { WorkEnd } from '#client/started-work.ts';
import { useLongWork } from '#client/use-long-work.ts';
import { formatCount } from '#lib/format.ts';
import { type BatchWire, readBatch } from '../../wire/batches/batches.ts';
import { stopReasonTexts } from './batch.labels.ts';
import { batchesKey, isRunning } from './queries.ts';

const liveKeys = [batchesKey];
const path = '/dashboard/customs/batches';

function describeEnd(batch: BatchWire): WorkEnd {
  const { status, stop_reason: reason, calculations, failed } = batch;
  const name = batch.file_name || 'The batch';
  if (reason)
    return { tone: 'error', message: `${name} stopped. ${stopReasonTexts[reason]}`, path };
  if (status === 'cancelled') return null;
  const failures = failed > 0 ? ` ${formatCount(failed)} failed.` : '';
  const counted = `${formatCount(calculations, 'calculation')} done.`;
  return { tone: 'success', message: `${name} is calculated: ${counted}${failures}`, path };
}

/** Undefined while it runs. */
export function useBatchEnd(id: string): WorkEnd | undefined {
  const { data } = useLongWork({
    queryKey: [...batchesKey, 'one', id],
    topic: 'customs',
    liveKeys,
    load: (signal) => readIfExists(call(readBatch, { params: { id } }, { signal })),
    isRunning: (batch) => batch !== null && isRunning(batch),
  });
  if (!data) return data;
  return isRunning(data) ? undefined : describeEnd(data);
}
