import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { explainFailure } from '../../wire/proxies.constants.ts';
import type { CheckResultWire } from '../../wire/proxies.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { findCandidate } from '../selection/candidate-store.ts';
import { readProxy } from '../selection/list-proxies.ts';
import { saveCheck } from './check-proxies.ts';
import { checkProxy, checkTimeoutMsMax } from './probe.ts';

/**
 * Checks a proxy for a resource. Of a proxy of the shared pool the result is not saved: its state
 * is the same for every customer, and must not depend on the timeout of one.
 */
export async function testProxy(
  proxies: Proxies,
  actor: Actor,
  name: string,
  id: string,
): Promise<CheckResultWire> {
  const { work, clock } = proxies.kernel;
  const { resource, row } = await work.read(async (db) => {
    const resource = await requireResource(db, actor, name);
    const row = await findCandidate(db, resource.id, id, clock.now());
    if (!row) throw apiError(commonErrors.notFound);
    return { resource, row };
  });
  const url = row.resource_id ? resource.health_check_url : null;
  const timeoutMs = Math.min(resource.timeout_ms, checkTimeoutMsMax);
  const result = await checkProxy(proxies, row, { url, timeoutMs });
  const proxy = await work.write(async (tx) => {
    if (row.resource_id) await saveCheck(proxies, tx, row, result);
    return readProxy(proxies, tx, actor, resource.id, id);
  });
  return {
    is_working: result.isWorking,
    latency_ms: result.latencyMs,
    exit_address: result.exitAddress,
    error: result.error,
    how_to_fix: result.error && explainFailure(result.error, row.resource_id ? 'owner' : 'pool'),
    proxy,
  };
}
