// Russia's recycling fee of 2026 as a multiple of 20,000 roubles: new / older than 3 years.
import type { Decimal } from '#lib/decimal.ts';
import { unknown } from './assessment.ts';

const bounds = [
  73.55, 95.61, 117.68, 139.75, 161.81, 183.88, 205.94, 228, 250.07, 272.13, 294.2, 316.26, 338.33,
  367.75,
];

/** One entry for each bound and one beyond the last; the last entry of a short list goes on. */
const columns = {
  electric:
    '49.56/82.08 65.88/95.64 78/111.36 92.4/129.72 109.68/151.2 129.96/176.16 153.96/205.2 182.4/239.04',
  upTo1000: '? ? ? 15.36/28.44 15.84/29.28 16.2/30.12 17.28/30.12',
  upTo2000:
    '? ? ? 45/74.64 47.64/79.2 50.52/83.88 57.12/91.92 64.56/100.56 72.96/110.16 83.16/120.6 94.8/132 108/144.6 123.24/158.4 140.4/173.4 160.08/189.84',
  upTo3000:
    '? ? ? 115.34/172.8 118.2/175.08 120.12/177.6 126/183 131.04/188.52 136.32/193.68 141.72/199.08 147.48/204.72 153.36/210.48 159.48/216.36 165.84/222.36 172.44/228.6',
  upTo3500:
    '129.2/197.81 130.56/199.08 131.76/200.04 131.76/200.04 134.4/202.2 137.16/204.36 140.52/207.24 144/212.4 151.92/217.8 160.32/224.28 169.2/231 178.44/237.96 188.28/245.04 198.6/252.48 209.52/260.04',
  beyond:
    '164.53/216.29 165.84/217.8 167.28/219.48 167.28/219.48 170.16/222.84 173.04/226.2 176.52/231.36 180/236.64 186.36/249.6 192.88/263.4 199.68/277.92 206.64/293.16 213.84/309.36 221.28/326.4 229.08/344.28',
};

function columnFor(cc: Decimal | null): string {
  if (cc === null) return columns.electric;
  if (cc.lte(1000)) return columns.upTo1000;
  if (cc.lte(2000)) return columns.upTo2000;
  if (cc.lte(3000)) return columns.upTo3000;
  return cc.lte(3500) ? columns.upTo3500 : columns.beyond;
}

/** For a new vehicle and for one older than 3 years. No capacity means electric. */
export function recyclingCoefficient(kilowatts: Decimal, cc: Decimal | null): [string, string] {
  const cells = columnFor(cc).split(' ');
  const band = bounds.filter((bound) => kilowatts.gt(bound)).length;
  const cell = cells[Math.min(band, cells.length - 1)]!;
  return cell === '?' ? unknown() : (cell.split('/') as [string, string]);
}
