import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import { readAreaUsage } from '../../wire/area-usage.ts';
import { readCohorts, readFunnel, readTrials } from '../../wire/customers.ts';
import { listMovements, readRevenue } from '../../wire/revenue.ts';
import { listOverduePlans, listShortBalances, readFailedPayments } from '../../wire/unpaid.ts';
import type { MonthsQuery } from './figure-period.ts';

const key = (name: string, query: object) => ['staff', 'figures', name, query];
const asCsv = <Query extends object>(query: Query) => ({ ...query, format: 'csv' as const });

type MoneyQuery = MonthsQuery & { currency: string };

export const useRevenue = (query: MoneyQuery) =>
  useQuery({
    queryKey: key('revenue', query),
    queryFn: ({ signal }) => call(readRevenue, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadRevenueCsv = (query: MoneyQuery) =>
  call(downloadEndpoint(readRevenue), { query: asCsv(query) });

export const movementList = createList(['staff', 'figures', 'movements'], listMovements);

export const useFunnel = (query: MonthsQuery) =>
  useQuery({
    queryKey: key('funnel', query),
    queryFn: ({ signal }) => call(readFunnel, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadFunnelCsv = (query: MonthsQuery) =>
  call(downloadEndpoint(readFunnel), { query: asCsv(query) });

export const useTrials = (query: MonthsQuery) =>
  useQuery({
    queryKey: key('trials', query),
    queryFn: ({ signal }) => call(readTrials, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadTrialsCsv = (query: MonthsQuery) =>
  call(downloadEndpoint(readTrials), { query: asCsv(query) });

export const useCohorts = (query: MoneyQuery) =>
  useQuery({
    queryKey: key('cohorts', query),
    queryFn: ({ signal }) => call(readCohorts, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadCohortsCsv = (query: MoneyQuery) =>
  call(downloadEndpoint(readCohorts), { query: asCsv(query) });

export const useAreaUsage = (query: MonthsQuery) =>
  useQuery({
    queryKey: key('usage', query),
    queryFn: ({ signal }) => call(readAreaUsage, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadAreaUsageCsv = (query: MonthsQuery) =>
  call(downloadEndpoint(readAreaUsage), { query: asCsv(query) });

export const useFailedPayments = (query: MoneyQuery) =>
  useQuery({
    queryKey: key('failed-payments', query),
    queryFn: ({ signal }) => call(readFailedPayments, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
export const loadFailedPaymentsCsv = (query: MoneyQuery) =>
  call(downloadEndpoint(readFailedPayments), { query: asCsv(query) });

export const overduePlanList = createList(['staff', 'figures', 'overdue'], listOverduePlans);
export const shortBalanceList = createList(
  ['staff', 'figures', 'short-balances'],
  listShortBalances,
);
