import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import type { SummaryProviders } from '#kernel/ports.ts';
import * as chartContract from '../../wire/charts.ts';
import * as overviewContract from '../../wire/overview.ts';
import { targetAccountId } from '../subscriptions/find-subscriptions.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { readOverview } from './overview.ts';
import { readChart, readDetailedChart } from './read-chart.ts';

/** `summaries` provide the figures of areas that billing does not know. */
export function chartRoutes(api: Api, deps: Subscriptions, summaries: SummaryProviders): void {
  mount(api, chartContract.readChart, async ({ db, actor, query }) =>
    respond(200, await readChart(deps, db, targetAccountId(actor, query.user), query)),
  );
  mount(api, chartContract.readDetailedChart, async ({ db, actor, query }) =>
    respond(200, await readDetailedChart(deps, db, targetAccountId(actor, query.user), query)),
  );
  mount(api, overviewContract.readOverview, async ({ db, actor, query }) =>
    respond(
      200,
      await readOverview({ ...deps, summaries }, db, targetAccountId(actor, query.user)),
    ),
  );
}
