// The calls of customs, and the minimum that stores a calculation for an account: looks up a
// session, reads a body, inserts a row of the same size and returns it.
import { z } from 'zod';
import { createSessions } from '#areas/accounts/server/index.ts';
import { previewCalculation } from '#areas/customs/server/calculations/saved-calculations.ts';
import { customsRoutes } from '#areas/customs/server/index.ts';
import type { CalculationInput } from '#areas/customs/wire/calculations/calculation-inputs.ts';
import {
  Calculation,
  type CalculationWire,
} from '#areas/customs/wire/calculations/calculation-results.ts';
import type { Api } from '#kernel/http/api.ts';
import { createGuard } from '#kernel/http/guard.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { createServer } from '#kernel/http/server.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { endpoint } from '#lib/endpoint.ts';
import { openAreas } from '../../src/app.ts';
import { readAppConfig } from '../../src/app-config.ts';

const insert = endpoint({
  method: 'POST',
  path: '/apix/bench/rows/',
  summary: 'Keeps what it is given',
  permission: 'user',
  work: 'none',
  body: z.record(z.string(), z.unknown()),
  responses: { 200: Calculation },
});

let sample: CalculationWire | undefined;

const config = readAppConfig(process.env);
const log = createLogger(config);
const { kernel, closing } = await openKernel(config, log);
const areas = openAreas(kernel);
const app = await createServer({ config, log });
const { quota, meter } = areas.usage;
const guard = createGuard({
  sessions: createSessions(areas.accounts),
  apiKeys: areas.keys.checker,
});
const api: Api = { app, kernel, guard, quota, meter, endpoints: [] };
customsRoutes(api, areas.customs);
mount(api, insert, async ({ actor, body }) => {
  sample ??= await previewCalculation(areas.customs, {
    kind: 'vehicle',
    input: body as CalculationInput,
  });
  const { rows } = await kernel.database.pool.query<{ id: number }>(
    'insert into bench_row (account_id, inputs, result) values ($1, $2, $3) returning id',
    [actor.accountId, JSON.stringify(body), JSON.stringify(sample)],
  );
  return respond(200, { ...sample, id: rows[0]!.id });
});
await areas.customs.ruleSets.all();
closeOnSignals({ steps: [{ name: 'http', run: () => app.close() }, ...closing], log });
await app.listen({ host: '127.0.0.1', port: config.PORT });
