// Queries of the tariff screens.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import * as contract from '../../wire/index.ts';
import { customsKey } from '../queries.ts';

const tariffKey = [...customsKey, 'tariff'];
const staleMs = 600_000;

const toDestination = (country: string) => (country ? { destination_country: country } : {});

export const codesPageSize = 100;

/** The codes directly below one; without it the chapters. */
export const useTariffCodes = (country: string, parent: string, page: number) =>
  useQuery({
    queryKey: [...tariffKey, 'below', country, parent, page],
    queryFn: ({ signal }) => {
      const query = {
        ...toDestination(country),
        ...(parent && { parent }),
        page: String(page),
        page_size: String(codesPageSize),
      };
      return call(contract.listTariffCodes, { query }, { signal });
    },
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });

export type CodeQuery = { code: string; country: string; origin: string; date: string };

export const useTariffCode = ({ code, country, origin, date }: CodeQuery) =>
  useQuery({
    queryKey: [...tariffKey, 'code', code, country, origin, date],
    queryFn: ({ signal }) => {
      const query = {
        ...toDestination(country),
        ...(origin && { origin_country: origin }),
        ...(date && { date }),
      };
      return call(contract.readTariffCode, { params: { code }, query }, { signal });
    },
    enabled: code !== '',
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });

/** What is loaded for a destination. */
export const useTariffs = (country: string) =>
  useQuery({
    queryKey: [...tariffKey, 'loaded', country],
    queryFn: async ({ signal }) => {
      const query = { ...toDestination(country), page_size: '100' };
      return (await call(contract.listCustomsTariffs, { query }, { signal })).results;
    },
    staleTime: staleMs,
  });
