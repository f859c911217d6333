// Filters of the usage screen, stored in the URL.
import { isUuid } from '#lib/uuid.ts';
import type { ChartView } from '#ui/charts/ChartViewSwitch.tsx';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import type { ChartGrouping } from '../../wire/index.ts';
import type { ChartQuery } from '../charts/queries.ts';
import type { UsageQuery } from './queries.ts';

export const periods = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
] as const;
export const groups = [
  { value: 'api_key', label: 'API key', word: 'API key' },
  { value: 'endpoint', label: 'Endpoint', word: 'endpoint' },
  { value: 'status', label: 'Status', word: 'status' },
  { value: 'error_code', label: 'Error', word: 'error' },
  { value: 'day', label: 'Day', word: 'day' },
] as const;
export const statuses = [
  { value: '2', label: 'Succeeded (2xx)' },
  { value: '4', label: 'Refused (4xx)' },
  { value: '5', label: 'Failed (5xx)' },
] as const;

export type Period = (typeof periods)[number]['value'];
export type Group = (typeof groups)[number]['value'];
export type Status = (typeof statuses)[number]['value'];
export type UsageFilters = {
  period: Period;
  group: Group | '';
  api_key: string;
  endpoint: string;
  status: Status | '';
  error_code: string;
  /** The id of a request, which all other filters then do not matter for. */
  request: string;
  view: ChartView;
};

const findValue = <T extends string>(options: readonly { value: T }[], text: string | null) =>
  options.find(({ value }) => value === text)?.value;

/** The request id in the URL, or an empty text. */
export function readRequest(address: URLSearchParams): string {
  const id = address.get('request') ?? '';
  return isUuid(id) ? id.toLowerCase() : '';
}

/** Unknown values in the URL are ignored. */
function readUsageFilters(address: URLSearchParams): UsageFilters {
  const key = address.get('api_key') ?? '';
  const request = readRequest(address);
  return {
    period: findValue(periods, address.get('period')) ?? '30d',
    group: (!request && findValue(groups, address.get('group'))) || '',
    api_key: isUuid(key) ? key : '',
    endpoint: (address.get('endpoint') ?? '').slice(0, 200),
    status: findValue(statuses, address.get('status')) ?? '',
    error_code: /^[a-z0-9_]{1,60}$/.exec(address.get('error_code') ?? '')?.[0] ?? '',
    request,
    view: address.get('view') === 'table' ? 'table' : 'chart',
  };
}

const narrowed = ({ api_key, endpoint, status, error_code }: UsageFilters) => ({
  ...(api_key && { api_key }),
  ...(endpoint && { endpoint }),
  ...(status && { status_class: status }),
  ...(error_code && { error_code }),
});

/** Start of the chart's period, so that list and chart cover the same requests. */
function firstMoment(period: Exclude<Period, '24h'>, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const sinceMonday = (day.getDay() + 6) % 7;
  const daysBack = { '7d': 6, '30d': 29, '90d': 84 + sinceMonday }[period];
  day.setDate(day.getDate() - daysBack);
  return day.toISOString();
}

export const toUsageQuery = (filters: UsageFilters, now = new Date()): UsageQuery =>
  filters.request
    ? { request_id: filters.request }
    : {
        ...(filters.period === '24h'
          ? { period: filters.period }
          : { created_after: firstMoment(filters.period, now) }),
        ...(filters.group && { group_by: filters.group }),
        ...narrowed(filters),
      };

const chartGroups: Partial<Record<Group, ChartGrouping>> = {
  api_key: 'api_key',
  endpoint: 'endpoint_group',
  status: 'status',
};

export const toChartQuery = (filters: UsageFilters): ChartQuery => ({
  metric: 'requests',
  period: filters.period === '24h' ? '7d' : filters.period,
  ...(filters.group && chartGroups[filters.group] && { group_by: chartGroups[filters.group] }),
  ...narrowed(filters),
});

export function useUsageFilters() {
  const { active, page, change, ...rest } = useAddressFilters(
    ['api_key', 'endpoint', 'status', 'error_code', 'request'],
    readUsageFilters,
    [],
  );
  return {
    ...rest,
    page,
    change,
    isNarrowed: active.length > 0,
    /** The list below keeps its page. */
    show: (view: ChartView) =>
      change({ view: view === 'table' ? view : '', page: page > 1 ? String(page) : '' }),
  };
}
export type UsageView = ReturnType<typeof useUsageFilters>;
