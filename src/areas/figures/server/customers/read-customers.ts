// From the sign-up to paying, and who keeps paying.
import type { Db } from '#kernel/database/database.ts';
import { type Amount, addAmounts, toDecimalText, zero } from '#lib/money.ts';
import type { CohortsWire, CohortWire, FunnelWire, TrialsWire } from '../../wire/customers.ts';
import {
  addToMonth,
  computeShare,
  type FigurePeriod,
  monthFacts,
  monthsBetween,
  startOfDay,
} from '../period.ts';
import {
  listMovementSums,
  listPlanCurrencies,
  type MovementSum,
} from '../revenue/movement-store.ts';
import { payingChange, sumMovements } from '../revenue/read-revenue.ts';
import { listFunnelSums, listTrialSums } from './customer-store.ts';

const noSteps = { signups: 0, first_key: 0, first_call: 0, first_payment: 0 };

export async function readFunnel(db: Db, period: FigurePeriod): Promise<FunnelWire> {
  const sums = new Map(
    (await listFunnelSums(db, period)).map(({ month, ...steps }) => [month, steps]),
  );
  const results = period.months.map((month) => ({
    ...monthFacts(month, period.current),
    ...(sums.get(month) ?? noSteps),
  }));
  const total = results.reduce(
    (all, one) => ({
      signups: all.signups + one.signups,
      first_key: all.first_key + one.first_key,
      first_call: all.first_call + one.first_call,
      first_payment: all.first_payment + one.first_payment,
    }),
    noSteps,
  );
  return { results, total };
}

type TrialCounts = { started: number; running: number; converted: number };
const noTrials: TrialCounts = { started: 0, running: 0, converted: 0 };

function serializeTrials({ started, running, converted }: TrialCounts) {
  const over = started - running;
  return {
    started,
    running,
    converted,
    ended: over - converted,
    conversion: computeShare(converted, over),
  };
}

export async function readTrials(db: Db, period: FigurePeriod): Promise<TrialsWire> {
  const sums = await listTrialSums(db, period);
  const results = period.months.map((month) => ({
    ...monthFacts(month, period.current),
    ...serializeTrials(sums.find((sum) => sum.month === month) ?? noTrials),
  }));
  const total = sums.reduce(
    (all, one) => ({
      started: all.started + one.started,
      running: all.running + one.running,
      converted: all.converted + one.converted,
    }),
    noTrials,
  );
  return { results, total: serializeTrials(total) };
}

/** The cohorts of the period, each up to the current month. */
export async function readCohorts(
  db: Db,
  currency: string,
  { months, current }: FigurePeriod,
): Promise<CohortsWire> {
  const [sums, currencies] = await Promise.all([
    listMovementSums(db, currency, startOfDay(addToMonth(current, 1))),
    listPlanCurrencies(db),
  ]);
  const byCohort = Map.groupBy(sums, ({ cohort }) => cohort);
  const results = months.flatMap((cohort) => {
    const own = byCohort.get(cohort);
    return own ? [serializeCohort(own, { cohort, current, currency })] : [];
  });
  return { currency, currencies, results };
}

type CohortPlace = { cohort: string; current: string; currency: string };

function serializeCohort(
  sums: readonly MovementSum[],
  { cohort, current, currency }: CohortPlace,
): CohortWire {
  const started = sums.filter(({ kind }) => kind === 'new');
  const size = payingChange(started);
  const startedWith = sumMovements(started, currency);
  let accounts = 0;
  let mrr = zero(currency);
  const months = monthsBetween(cohort, current).map((month, after) => {
    const ofMonth = sums.filter((sum) => sum.month === month);
    accounts += payingChange(ofMonth);
    mrr = addAmounts(mrr, sumMovements(ofMonth, currency));
    return {
      after,
      accounts,
      retained: computeShare(accounts, size),
      mrr: toDecimalText(mrr),
      retained_mrr: shareOfAmount(mrr, startedWith),
    };
  });
  return { month: cohort.slice(0, 7), accounts: size, mrr: toDecimalText(startedWith), months };
}

/** Positions and percentages only, so that floating point does. */
const shareOfAmount = (part: Amount, whole: Amount) =>
  computeShare(Number(part.minor), Number(whole.minor));

/** A line for each month of each cohort. */
export const cohortLines = ({ results, currency }: CohortsWire) =>
  results.flatMap((cohort) =>
    cohort.months.map((month) => ({
      cohort: cohort.month,
      started: cohort.accounts,
      started_mrr: cohort.mrr,
      currency,
      ...month,
    })),
  );
