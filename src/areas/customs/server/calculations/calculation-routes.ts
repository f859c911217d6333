import { Readable } from 'node:stream';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import type { Actor } from '#kernel/ports.ts';
import type {
  CalculationInput,
  SavedRun,
  TitleAndNotes,
  Watched,
} from '../../wire/calculations/calculation-inputs.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import {
  type ImportKind,
  importKinds,
  wireKinds,
} from '../../wire/calculations/calculations.constants.ts';
import * as contract from '../../wire/calculations/calculations.ts';
import { compareGoods, compareVehicles } from '../../wire/calculations/comparisons.ts';
import * as staffContract from '../../wire/calculations/customer-calculations.ts';
import * as sharing from '../../wire/calculations/shared-calculations.ts';
import type { Customs } from '../customs.ts';
import { calculate } from './calculate.ts';
import { compareScenarios } from './compare-scenarios.ts';
import { exportCalculation } from './documents/calculation-csv.ts';
import { renderComparison } from './documents/comparison-pdf.ts';
import { contentDisposition, respondWithPdf } from './documents/pdf-document.ts';
import {
  listCalculations,
  listHistory,
  readCalculation,
  readCalculationForStaff,
  readShared,
} from './find-calculations.ts';
import { listUnknownFields } from './result/unused-fields.ts';
import {
  changeCalculation,
  deleteCalculation,
  previewCalculation,
  saveFromHistory,
  shareCalculation,
  unshareCalculation,
} from './saved-calculations.ts';
import { save } from './stages/save.ts';

type Filters = {
  destination_country?: string | undefined;
  hs_code?: string | undefined;
  currency?: string | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

const toFilter = (actor: Actor, kind: ImportKind, query: Filters) => ({
  accountId: actor.accountId,
  kind,
  country: query.destination_country?.toUpperCase(),
  hsCode: query.hs_code,
  currency: query.currency?.toUpperCase(),
  search: query.search,
  ordering: query.ordering,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

const isPreview = (flag: string | undefined): boolean => flag === 'true' || flag === '1';

const calls = {
  goods: {
    ...contract.goodsCalls,
    compare: compareGoods,
    share: sharing.shareGoods,
    unshare: sharing.unshareGoods,
  },
  vehicle: {
    ...contract.vehicleCalls,
    compare: compareVehicles,
    share: sharing.shareVehicle,
    unshare: sharing.unshareVehicle,
  },
};

type RouteContext = { api: Api; customs: Customs; kind: ImportKind };

function mountRunRoutes({ api, customs, kind }: RouteContext): void {
  const call = calls[kind];
  mount(api, call.calculate, async ({ actor, body, query, request }) => {
    const unknownFields = listUnknownFields(request.body, body);
    const calculation = { kind, input: body, unknownFields };
    if (isPreview(query.preview))
      return respond(200, await previewCalculation(customs, calculation));
    const options = { accountId: actor.accountId, isSaved: false };
    return respond(200, await save(customs, await calculate(customs, calculation), options));
  });
  mount(api, call.save, async ({ actor, body, request, lastWrite }) => {
    const unknownFields = listUnknownFields(request.body, body);
    if ('from_history' in body) {
      const run = body as SavedRun;
      return respond(201, await saveFromHistory(customs, actor, kind, { ...run, unknownFields }));
    }
    const { title, notes, ...input } = body as CalculationInput & TitleAndNotes;
    const options = { accountId: actor.accountId, isSaved: true, title, notes };
    const write = lastWrite((saved: CalculationWire) => respond(201, saved));
    const calculation = await calculate(customs, { kind, input, unknownFields });
    return respond(201, await save(customs, calculation, options, write));
  });
  mount(api, call.compare, async ({ body, query, request }) => {
    const comparison = await compareScenarios(customs, kind, body, request.body);
    if (query.format !== 'pdf') return respond(200, comparison);
    const bytes = await renderComparison(customs.kernel, body, comparison);
    return respond(200, Readable.from([bytes]), {
      'content-disposition': `attachment; filename="customs-${kind}-comparison.pdf"`,
    });
  });
}

function mountReadRoutes({ api, customs, kind }: RouteContext): void {
  const call = calls[kind];
  mount(api, call.list, async ({ db, actor, query, request }) => {
    const filter = { ...toFilter(actor, kind, query), isSaved: true };
    return respondPage(api, { query, request }, (page) =>
      listCalculations(customs, db, filter, page),
    );
  });
  mount(api, call.history, async ({ db, actor, query, request }) => {
    const filter = toFilter(actor, kind, query);
    return respondPage(api, { query, request }, (page) => listHistory(db, filter, page));
  });
  mount(api, call.read, async ({ db, actor, params, query }) => {
    const calculation = await readCalculation(customs, db, actor, kind, params.id);
    if (query.format !== 'csv') return respond(200, calculation);
    const headers = {
      'content-disposition': contentDisposition({ kind, id: calculation.id }, 'csv'),
    };
    return respond(200, exportCalculation(calculation), headers);
  });
  mount(api, call.pdf, async ({ actor, params, query, request }) =>
    respondWithPdf(customs, actor, { kind, id: params.id, signed: query }, request.headers),
  );
}

type CalculationChangeBody = Record<string, unknown> & TitleAndNotes & Watched;

function mountChangeRoutes({ api, customs, kind }: RouteContext): void {
  const call = calls[kind];
  for (const [change, isWhole] of [
    [call.put, true],
    [call.patch, false],
  ] as const) {
    mount(api, change, async ({ actor, params, body, query, request }) => {
      const { title, notes, is_watched: isWatched, ...facts } = body as CalculationChangeBody;
      const changes = {
        ...{ title, notes, isWatched, facts },
        isWhole,
        isOriginal: query.rates === 'original',
        unknownFields: listUnknownFields(request.body, body),
      };
      return respond(200, await changeCalculation(customs, actor, kind, params.id, changes));
    });
  }
  mount(api, call.remove, async ({ db, actor, params }) => {
    await deleteCalculation(db, actor, kind, params.id);
    return respond(204);
  });
  mount(api, call.share, async ({ db, actor, params }) =>
    respond(200, await shareCalculation(customs, db, actor, kind, params.id)),
  );
  mount(api, call.unshare, async ({ db, actor, params }) => {
    await unshareCalculation(db, actor, kind, params.id);
    return respond(204);
  });
}

export function calculationRoutes(api: Api, customs: Customs): void {
  for (const kind of importKinds) {
    const context = { api, customs, kind };
    mountRunRoutes(context);
    mountReadRoutes(context);
    mountChangeRoutes(context);
  }
  mount(api, sharing.readShared, async ({ db, params }) =>
    respond(200, await readShared(customs, db, params.token)),
  );
  mount(api, contract.calculateDemo, async ({ body, request }) => {
    const unknownFields = listUnknownFields(request.body, body);
    const demo = { kind: 'vehicle' as const, input: body, unknownFields };
    return respond(200, await previewCalculation(customs, demo));
  });
}

const toKind = (kind: string): ImportKind => (kind === wireKinds.goods ? 'goods' : 'vehicle');

export function calculationStaffRoutes(api: Api, customs: Customs): void {
  mount(api, staffContract.listCustomerCalculations, async ({ db, query, request }) => {
    const kind = query.kind && toKind(query.kind);
    const filter = { accountId: Number(query.user), kind };
    return respondPage(api, { query, request }, (page) => listHistory(db, filter, page));
  });
  mount(api, staffContract.readCustomerCalculation, async ({ db, params }) =>
    respond(200, await readCalculationForStaff(customs, db, params.id)),
  );
}
