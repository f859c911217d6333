// Members of customs unions, by country code (ISO 3166-1 alpha-2).
const members: Record<string, readonly string[]> = {
  EU: [
    ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'],
    ...['IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
  ],
  EAEU: ['AM', 'BY', 'KZ', 'KG', 'RU'],
  GCC: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
};

const groupByCountry = new Map(
  Object.entries(members).flatMap(([group, countries]) =>
    countries.map((country) => [country, group] as const),
  ),
);

/** `EU`, `EAEU` or `GCC` for a member, otherwise the country itself. */
export const findGroup = (country: string): string => groupByCountry.get(country) ?? country;

export const listMembers = (group: string): readonly string[] => members[group] ?? [group];
