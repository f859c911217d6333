// The special rates of column 1: "Free (A+,AU,BH) 1.7% (KR) See 9822.04.01 (AU)", each for the
// programmes in its parentheses.

/** Programmes that are one country's; the others are lists of general note 3(c). */
const countries: readonly string[] = [
  ...['AU', 'BH', 'CL', 'CO', 'IL', 'JO', 'JP', 'KR', 'MA', 'NP', 'OM', 'PA', 'PE', 'SG'],
];
const programmes = /^[A-Z]{1,2}[*+#]?$/;

export type SpecialRate = { text: string; programme: string | null; origin: string };

/** Text without programmes is for all; the symbol of a list is its origin. */
export function readSpecialRates(special: string): SpecialRate[] {
  const text = special.replaceAll(/\s+/g, ' ').trim();
  const rates: SpecialRate[] = [];
  let start = 0;
  for (const { 0: group, 1: inside = '', index } of text.matchAll(/\(([^()]*)\)/g)) {
    const symbols = inside.split(/[,\s]+/).filter((symbol) => symbol !== '');
    // Parentheses also occur within a rate: "(see U.S. note 3 of this subchapter)".
    if (symbols.length === 0 || !symbols.every((symbol) => programmes.test(symbol))) continue;
    const rate = text.slice(start, index).trim();
    start = index + group.length;
    for (const programme of symbols)
      rates.push({ text: rate, programme, origin: toOrigin(programme) });
  }
  const rest = text.slice(start).trim();
  return rest === '' ? rates : [...rates, { text: rest, programme: null, origin: '*' }];
}

function toOrigin(programme: string): string {
  const country = programme.replace(/[*+#]$/, '');
  return countries.includes(country) ? country : programme;
}
