// The official publications that can be imported.
import type { TariffSource } from '../tariff-model.ts';
import { readAustralia } from './read-australia.ts';
import { readCanada } from './read-canada.ts';
import { readEaeu } from './read-eaeu.ts';
import { readEuCodes, readEuDuties } from './read-eu-taric.ts';
import { readSwitzerland } from './read-switzerland.ts';
import { readUkCommodity } from './read-uk-commodity.ts';
import { readUkMeasures } from './read-uk-measures.ts';
import { readUsHts } from './read-us-hts.ts';
import { readWits } from './read-wits.ts';

const borderForce = 'https://www.abf.gov.au/importing-exporting-and-manufacturing';
const toVerify = 'To be verified with the publisher';
const commission = {
  jurisdiction: 'EU',
  publisher: 'European Commission, DG TAXUD',
  url: 'https://circabc.europa.eu/ui/group/0e5f18c2-4b2f-42e9-aed4-dfe50ae1263b',
  licence: 'European Commission reuse policy, Decision 2011/833/EU',
  formats: ['xlsx', 'csv'],
};

export const tariffSources: readonly TariffSource[] = [
  {
    name: 'us-hts',
    jurisdiction: 'US',
    title: 'Harmonized Tariff Schedule of the United States',
    publisher: 'United States International Trade Commission',
    url: 'https://hts.usitc.gov/export',
    licence: 'Public domain (work of the US government)',
    formats: ['json', 'csv'],
    read: readUsHts,
  },
  {
    name: 'uk-measures',
    jurisdiction: 'GB',
    title: 'UK Integrated Tariff: measures on declarable commodities',
    publisher: 'Department for Business and Trade',
    url: 'https://data.api.trade.gov.uk/v1/datasets/uk-tariff-2021-01-01',
    licence: 'Open Government Licence v3.0',
    formats: ['csv'],
    read: readUkMeasures,
  },
  {
    name: 'uk-commodity',
    jurisdiction: 'GB',
    title: 'UK Integrated Online Tariff: one commodity',
    publisher: 'HM Revenue & Customs',
    url: 'https://www.trade-tariff.service.gov.uk/api/v2',
    licence: 'Open Government Licence v3.0',
    formats: ['json'],
    read: readUkCommodity,
  },
  {
    name: 'eu-taric',
    ...commission,
    title: 'TARIC: duties on import',
    hasExclusionsFile: true,
    read: readEuDuties,
  },
  {
    name: 'eu-taric-codes',
    ...commission,
    title: 'TARIC: nomenclature',
    read: readEuCodes,
  },
  {
    name: 'ca-tariff',
    jurisdiction: 'CA',
    title: 'Customs Tariff of Canada',
    publisher: 'Canada Border Services Agency',
    url: 'https://www.cbsa-asfc.gc.ca/trade-commerce/tariff-tarif/',
    licence: toVerify,
    formats: ['csv'],
    read: readCanada,
  },
  {
    name: 'au-schedule-3',
    jurisdiction: 'AU',
    title: 'Australian working tariff, Schedule 3',
    publisher: 'Australian Border Force',
    url: `${borderForce}/tariff-classification/current-tariff/schedule-3`,
    licence: toVerify,
    formats: ['csv'],
    read: readAustralia,
  },
  {
    name: 'ch-tares',
    jurisdiction: 'CH',
    title: 'Swiss working tariff (Tares), normalised export',
    publisher: 'Federal Office for Customs and Border Security, by openswissdata.com',
    url: 'https://www.openswissdata.com/en/datasets/tares/',
    licence: toVerify,
    formats: ['csv'],
    read: readSwitzerland,
  },
  {
    name: 'eaeu-tariff',
    jurisdiction: 'EAEU',
    title: 'Common Customs Tariff of the Eurasian Economic Union',
    publisher: 'Eurasian Economic Commission',
    url: 'https://eec.eaeunion.org/',
    licence: toVerify,
    formats: ['csv'],
    read: readEaeu,
  },
  {
    name: 'wits-trains',
    jurisdiction: '*',
    title: 'Tariffs at six digits (TRAINS)',
    publisher: 'World Bank (WITS), UNCTAD and WTO',
    url: 'https://wits.worldbank.org/',
    licence: toVerify,
    formats: ['csv'],
    read: readWits,
  },
];
