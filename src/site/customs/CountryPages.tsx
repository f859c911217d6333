import { formatCountry } from '#lib/format.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { Section } from '../sections/Section.tsx';
import { vehiclePageEntries } from './vehicle-page-entries.ts';

const linkClass = 'link inline-flex min-h-9 items-center pointer-coarse:min-h-11';

const nameClass =
  'mr-4 inline-flex min-h-9 items-center font-medium hover:text-accent pointer-coarse:min-h-11';
const kindClass =
  'mr-4 inline-flex min-h-9 items-center text-sm text-quiet underline decoration-control underline-offset-4 hover:text-text pointer-coarse:min-h-11';

/** The other pages of a country. */
export function CountryPages({ country, path }: { country: string; path: string }) {
  const place = formatCountry(country);
  const others = vehiclePageEntries.filter((one) => one.country === country && one.path !== path);
  return (
    <Section title={`More about ${place}`}>
      <ul>
        {others.map((page) => (
          <li key={page.path}>
            <PageLink href={page.path} className={linkClass}>
              {page.category ? page.label : `Vehicles, ${place}`}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink href="/customs" className={linkClass}>
            All countries
          </PageLink>
        </li>
      </ul>
    </Section>
  );
}

/** Every country with its pages. */
export function CountryList() {
  const byCountry = Map.groupBy(vehiclePageEntries, ({ country }) => country);
  const countries = [...byCountry].sort(([one], [other]) =>
    formatCountry(one).localeCompare(formatCountry(other), 'en'),
  );
  return (
    <ul className="columns-1 gap-x-10 sm:columns-2 lg:columns-3">
      {countries.map(([country, pages]) => (
        <li key={country} className="break-inside-avoid border-t border-line py-2">
          {pages.map(({ path, category, label }) => (
            <PageLink
              key={path}
              href={path}
              aria-label={label}
              className={category ? kindClass : nameClass}
            >
              {category ? label.replace(/, .*/, '') : label}
            </PageLink>
          ))}
        </li>
      ))}
    </ul>
  );
}
