// The public data sets of vehicles that can be imported.
import { readEea } from './read-eea.ts';
import { readEpa } from './read-epa.ts';
import type { VehicleSource } from './vehicle-model.ts';

export const vehicleSources: readonly VehicleSource[] = [
  {
    name: 'epa',
    title: 'Fuel economy data, vehicles.csv',
    publisher: 'US Environmental Protection Agency and Department of Energy',
    licence: 'Public domain (work of the US government)',
    url: 'https://www.fueleconomy.gov/feg/download.shtml',
    isWhole: true,
    read: readEpa,
  },
  {
    name: 'eea',
    title: 'Monitoring of CO2 emissions from passenger cars, Regulation (EU) 2019/631',
    publisher: 'European Environment Agency',
    licence: 'EEA re-use policy: free, with the EEA acknowledged as the source',
    url: 'https://www.eea.europa.eu/data-and-maps/data/co2-cars-emission-22',
    isWhole: false,
    read: readEea,
  },
];
