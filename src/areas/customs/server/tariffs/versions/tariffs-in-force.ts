// Which imported tariffs apply on a day. Published versions never change, so this list is kept for
// half a minute in every process.
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { secondMs } from '#lib/durations.ts';
import { listJurisdictions } from '../codes/tariff-codes.ts';
import { publishStarterSet } from '../import/starter-set.ts';
import { listPublished, type TariffVersion } from './tariff-version-store.ts';

export type Tariffs = {
  /** The published versions, at most half a minute old. */
  all(): Promise<readonly TariffVersion[]>;
  /** After a publication in this process. */
  clear(): void;
};

const freshMs = 30 * secondMs;

export function createTariffs({ work, clock }: Pick<Kernel, 'work' | 'clock'>): Tariffs {
  let started: Promise<void> | undefined;
  let cached: { at: number; rows: Promise<readonly TariffVersion[]> } | undefined;
  const read = async () => {
    started ??= publishStarterSet({ work, clock });
    await started;
    return work.read(listPublished);
  };
  return {
    all() {
      const now = clock.now().getTime();
      if (cached && now - cached.at < freshMs) return cached.rows;
      const rows = runDetached(read);
      cached = { at: now, rows };
      rows.catch(() => {
        cached = undefined;
        started = undefined;
      });
      return rows;
    },
    clear() {
      cached = undefined;
    },
  };
}

export const countMeasures = ({ measures_by_kind }: TariffVersion): number =>
  Object.values(measures_by_kind).reduce((sum, count) => sum + count, 0);

/** Of each source the version that began last, the newest first. */
export function listInForce(versions: readonly TariffVersion[], date: string): TariffVersion[] {
  const begun = versions
    .filter(({ effective_from }) => effective_from <= date)
    .toSorted(
      (one, other) => other.effective_from.localeCompare(one.effective_from) || other.id - one.id,
    );
  const seen = new Set<string>();
  return begun.filter(({ source, jurisdiction }) => {
    const key = `${jurisdiction} ${source}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** A jurisdiction may publish its codes and its duties in different files. */
export type PlaceTariff = { codes?: TariffVersion; measures?: TariffVersion };

/**
 * What is in force in a jurisdiction: of several publications the most detailed one. That of a
 * single heading, or of six digits only, does not hide the whole tariff.
 */
export function findTariff(
  versions: readonly TariffVersion[],
  jurisdictions: readonly string[],
  date: string,
): PlaceTariff {
  const inForce = listInForce(versions, date);
  for (const jurisdiction of jurisdictions) {
    const own = inForce.filter((version) => version.jurisdiction === jurisdiction);
    if (own.length === 0) continue;
    const codes = findLargest(own, ({ codes_count }) => codes_count);
    const measures = findLargest(own, countMeasures);
    return { ...(codes && { codes }), ...(measures && { measures }) };
  }
  return {};
}

function findLargest(
  versions: readonly TariffVersion[],
  countSize: (version: TariffVersion) => number,
): TariffVersion | undefined {
  const bySize = versions.toSorted((one, other) => countSize(other) - countSize(one));
  return bySize.find((version) => countSize(version) > 0);
}

export type PlaceCodes = { version: TariffVersion; isOfDestination: boolean };

/**
 * The codes to search for a destination: its own, else the largest publication there is, because
 * the first six digits are the same everywhere. Without any import this is the starter set.
 */
export function findCodes(
  versions: readonly TariffVersion[],
  country: string | undefined,
  date: string,
): PlaceCodes | undefined {
  const own = country ? findTariff(versions, listJurisdictions(country), date).codes : undefined;
  if (own) return { version: own, isOfDestination: true };
  const largest = findLargest(listInForce(versions, date), ({ codes_count }) => codes_count);
  return largest && { version: largest, isOfDestination: false };
}
