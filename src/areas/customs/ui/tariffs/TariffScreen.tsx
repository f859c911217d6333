import site from '#content/site.json' with { type: 'json' };
import { formatCount, formatCountry, formatNumber } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { useAddressText } from '#ui/use-address-text.ts';
import { useAddressValues } from '#ui/use-address-values.ts';
import type { CustomsTariffWire } from '../../wire/tariffs/tariffs.ts';
import { allCountries } from '../countries.ts';
import { CodeResults } from './CodeResults.tsx';
import { CodeTree } from './CodeTree.tsx';
import { useTariffs } from './queries.ts';
import { formatTariff } from './tariff.labels.ts';

const lettersMin = 2;

const formatSize = ({ publisher, licence, codes, measures }: CustomsTariffWire) =>
  `${publisher}. ${formatNumber(codes)} codes, ${formatNumber(measures)} duties. ${licence}.`;

/** Which publications there are for the destination, with their licence. */
function LoadedTariffs({ country }: { country: string }) {
  const { data: tariffs = [] } = useTariffs(country);
  const official = tariffs.filter(({ is_starter }) => !is_starter);
  if (tariffs.length === 0) return null;
  if (official.length === 0)
    return (
      <Banner
        tone="info"
        title={
          country
            ? `No tariff of ${formatCountry(country)} is loaded`
            : 'No official tariff is loaded'
        }
      >
        {country
          ? 'You see codes that are loaded for other places.'
          : `You see the ${formatCount(tariffs[0]!.codes, 'code')} of the starter set.`}{' '}
        The first six digits are the same in all countries.
      </Banner>
    );
  return (
    <Panel title="Loaded tariffs">
      <ul className="grid gap-3 text-sm">
        {official.map((one) => (
          <li key={one.id}>
            <a href={one.url} className="link wrap-anywhere" target="_blank" rel="noreferrer">
              {formatTariff(one)}
            </a>
            <span className="block text-quiet">{formatSize(one)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Searches the tariff of a destination, and shows it as a tree. */
export default function TariffScreen() {
  const [address, changeAddress] = useAddressValues();
  const country = address.get('country') ?? '';
  const words = useAddressText('search');
  const search = words.stored.trim();
  const isSearch = search.length >= lettersMin;
  return (
    <>
      <title>{`Tariff · ${site.name}`}</title>
      <PageHeader
        title="Tariff"
        description="Codes of goods, their duties and conditions, as the authorities publish them."
        back={{ to: '/dashboard/customs', label: 'Customs' }}
      />
      <div className="mt-6 grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          type="search"
          label="Goods or code"
          value={words.typed}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => words.change(target.value)}
        />
        <SelectField
          label="Destination"
          placeholder="Any"
          options={allCountries}
          value={country}
          onChange={({ target }) => changeAddress({ country: target.value || null })}
        />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title={isSearch ? 'Found' : 'Chapters'}>
          {isSearch ? (
            <CodeResults search={search} country={country} />
          ) : (
            <CodeTree key={country} country={country} parent="" />
          )}
        </Panel>
        <LoadedTariffs country={country} />
      </div>
    </>
  );
}
