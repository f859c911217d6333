import { Link, useParams } from 'react-router';
import { formatUtcDate, noValue } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import type { CodePageWire } from '../../wire/tariffs/tariffs.ts';
import { allCountries } from '../countries.ts';
import { CodeDuties } from './CodeDuties.tsx';
import { type CodeQuery, useTariffCode } from './queries.ts';
import { codePath, formatTariff } from './tariff.labels.ts';

type PageProps = { page: CodePageWire; country: string };

const formatTitle = ({ descriptions }: CodePageWire) =>
  descriptions.en ?? Object.values(descriptions)[0] ?? '';

const Facts = ({ page }: PageProps) => (
  <Panel title="About">
    <DescriptionList
      items={[
        ...Object.entries(page.descriptions)
          .filter(([language]) => language !== 'en')
          .map(([language, text]) => ({ term: language.toUpperCase(), description: text })),
        { term: 'Units', description: page.units.join(', ') || noValue },
        { term: 'Published in', description: formatTariff(page.tariff) },
        { term: 'Publisher', description: page.tariff.publisher },
        { term: 'Licence', description: page.tariff.licence },
        ...(page.valid_to
          ? [{ term: 'Valid until', description: formatUtcDate(page.valid_to) }]
          : []),
      ]}
    />
  </Panel>
);

const History = ({ page }: PageProps) =>
  page.history.length > 1 && (
    <Panel title="Earlier and later versions">
      <DescriptionList
        items={page.history.map(({ effective_from, duty }) => ({
          term: `From ${formatUtcDate(effective_from)}`,
          description: duty ?? 'Not known',
        }))}
      />
    </Panel>
  );

const Subdivisions = ({ page: { children }, country }: PageProps) =>
  children.length > 0 && (
    <Panel title="Subdivisions" isFlush>
      <ul className="divide-y divide-line">
        {children.map(({ code, description }) => (
          <li key={code}>
            <Link
              to={codePath(code, country)}
              className="flex gap-4 px-5 py-2.5 text-sm hover:bg-text/4"
            >
              <span className="w-24 shrink-0 font-mono">{code}</span>
              <span className="min-w-0 wrap-anywhere">{description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );

const Parents = ({ page: { parents }, country }: PageProps) => (
  <nav aria-label="Codes above">
    <Link to={`/dashboard/customs/tariff${country ? `?country=${country}` : ''}`} className="link">
      Tariff
    </Link>
    {parents.map(({ code, description }) => (
      <span key={code}>
        {' › '}
        <Link to={codePath(code, country)} className="link wrap-anywhere">
          {description || code}
        </Link>
      </span>
    ))}
  </nav>
);

function CodePage({ page, country }: PageProps) {
  return (
    <>
      <PageHeader
        title={formatTitle(page) || page.code}
        breadcrumbs={<Parents page={page} country={country} />}
        status={
          <>
            <span className="font-mono">{page.code}</span>
            {!page.is_declarable && <Badge tone="neutral">Has subdivisions</Badge>}
          </>
        }
      />
      {country && !page.is_of_destination && (
        <Banner tone="info" title="A code of another place" className="mt-6">
          No codes of this destination are loaded. Only the first six digits are the same there.
        </Banner>
      )}
    </>
  );
}

/** A code of the tariff with its duties on a day, for a destination and an origin. */
export default function TariffCodeScreen() {
  const { code = '' } = useParams();
  const [address, changeAddress] = useAddressValues();
  const query: CodeQuery = {
    code,
    country: address.get('country') ?? '',
    origin: address.get('origin') ?? '',
    date: address.get('date') ?? '',
  };
  const result = useTariffCode(query);
  const choice = (name: 'country' | 'origin', label: string) => (
    <SelectField
      label={label}
      placeholder="Any"
      options={allCountries}
      value={query[name]}
      onChange={({ target }) => changeAddress({ [name]: target.value || null })}
    />
  );
  return (
    <RecordScreen
      what="tariff code"
      result={result}
      tabTitle={code}
      list={{ to: '/dashboard/customs/tariff', label: 'Open the tariff' }}
      hint="It may be a code of a tariff that is not loaded."
    >
      {(page) => (
        <>
          <CodePage page={page} country={query.country} />
          <div className="mt-6 grid gap-4 sm:grid-cols-3">
            {choice('country', 'Destination')}
            {choice('origin', 'Origin')}
            <TextField
              type="date"
              label="Day"
              value={query.date}
              onChange={({ target }) => changeAddress({ date: target.value || null })}
            />
          </div>
          <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="grid gap-6">
              {query.country ? (
                <CodeDuties page={page} />
              ) : (
                <Panel title="Duties">
                  <p className="text-quiet">Choose a destination to see its duties.</p>
                </Panel>
              )}
              <Subdivisions page={page} country={query.country} />
            </div>
            <div className="grid gap-6">
              <Facts page={page} country={query.country} />
              <History page={page} country={query.country} />
            </div>
          </div>
        </>
      )}
    </RecordScreen>
  );
}
