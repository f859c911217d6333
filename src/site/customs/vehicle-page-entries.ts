// What lists need of the pages about the import of vehicles. In the build
// scripts/build/content-pages.ts replaces this file with its value.
import type { VehiclePageEntry } from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';
import { vehiclePages } from './vehicle-pages.ts';

export const vehiclePageEntries: readonly VehiclePageEntry[] = vehiclePages.map(
  ({ path, country, category, label }) => ({ path, country, category, label }),
);
