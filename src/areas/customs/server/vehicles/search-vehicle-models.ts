import type { Db } from '#kernel/database/database.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { normalizeText } from '../tariffs/codes/tariff-text.ts';
import { toSearchQuery } from './model-search-text.ts';
import { listDatasets, listModels, searchModels } from './vehicle-model-store.ts';

export type ModelSearch = {
  search?: string | undefined;
  make?: string | undefined;
  year?: string | undefined;
};

/** Nothing is found by a search that has no letter or digit. */
export async function searchVehicleModels(db: Db, filters: ModelSearch, page: PageRequest) {
  const { search = '', make = '', year } = filters;
  const filter = {
    words: toSearchQuery(search),
    makeKey: normalizeText(make),
    year: year === undefined ? null : Number(year),
  };
  const isEmpty = (text: string, read: string) => text.trim() !== '' && read === '';
  const found =
    isEmpty(search, filter.words) || isEmpty(make, filter.makeKey)
      ? { rows: [], total: { count: 0, isEstimate: false } }
      : await (filter.words ? searchModels : listModels)(db, filter, page);
  return { ...found, loaded: await describeLoaded(db) };
}

async function describeLoaded(db: Db) {
  const datasets = await listDatasets(db);
  return {
    models: datasets.reduce((sum, { models_count: count }) => sum + count, 0),
    datasets: datasets.map(
      ({ source, title, publisher, licence, url, file_date, models_count: models }) => ({
        ...{ source, title, publisher, licence, url, file_date, models },
      }),
    ),
  };
}
