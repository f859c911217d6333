// The public pages about the import of vehicles. Node reads the generated file; in the build
// scripts/build/content-pages.ts replaces this one with its value, which browsers load on the way to one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VehiclePage } from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';

const file = path.resolve(import.meta.dirname, '../../areas/customs/vehicle-pages.json');

export const vehiclePages: readonly VehiclePage[] = JSON.parse(readFileSync(file, 'utf8'));
