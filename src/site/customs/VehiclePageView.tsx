import type { ReactNode } from 'react';
import type { VehiclePage } from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';
import { formatCountry, formatDecimal, formatUtcDate } from '#lib/format.ts';
import { Breadcrumbs } from '../layout/Breadcrumbs.tsx';
import { DutyDemo } from '../sections/DutyDemo.tsx';
import { ProseTable } from '../sections/ProseTable.tsx';
import { Section, Words } from '../sections/Section.tsx';
import { CountryPages } from './CountryPages.tsx';
import { toRows } from './vehicle-page-rows.ts';

const Top = ({ page }: { page: VehiclePage }) => (
  <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-gutter pt-6 pb-12 lg:grid-cols-12">
    <div className="lg:col-span-12">
      <Breadcrumbs />
    </div>
    <h1 className="text-4xl lg:col-span-7">{page.heading}</h1>
    <p className="text-lg text-quiet lg:col-span-5 lg:self-end">{page.lead}</p>
  </div>
);

type PairTableProps = { caption: string; rows: readonly (readonly [string, ReactNode])[] };

const PairTable = ({ caption, rows }: PairTableProps) => (
  <Words>
    <ProseTable>
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" className="w-2/5">
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </ProseTable>
  </Words>
);

const SourceMarks = ({ numbers }: { numbers: readonly number[] }) =>
  numbers.map((number) => (
    <a key={number} href={`#source-${number}`} aria-label={`Source ${number}`} className="ml-1">
      <sup>{number}</sup>
    </a>
  ));

const toAmount = ({ amount, status, isMinimum }: VehiclePage['lines'][number]) => {
  if (status === 'exempt') return 'Exempt';
  if (amount === null) return 'Unknown';
  return `${isMinimum ? 'at least ' : ''}${amount}`;
};

function ExampleTable({ page: { lines, example } }: { page: VehiclePage }) {
  return (
    <ProseTable className="stacked">
      <caption className="sr-only">The charges of the example</caption>
      <thead>
        <tr>
          <th scope="col">Charge</th>
          <th scope="col">Rate</th>
          <th scope="col" className="sm:text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label}>
            <th scope="row">
              {line.label}
              <SourceMarks numbers={line.sources} />
            </th>
            <td data-label="Rate">{line.rate ?? 'Unknown'}</td>
            <td data-label="Amount" className="sm:text-right">
              {toAmount(line)}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">Duties and taxes</th>
          <td data-label="Rate">{example.value ? `on ${example.value}` : ''}</td>
          <td data-label="Amount" className="sm:text-right">
            <strong>
              {example.isMinimum && 'at least '}
              {example.total}
            </strong>
          </td>
        </tr>
      </tbody>
    </ProseTable>
  );
}

function ExampleNotes({ page: { rates, example, asOf, notices } }: { page: VehiclePage }) {
  return (
    <ul>
      {example.isMinimum && (
        <li>This is a minimum, not the total: a charge is unknown or contested.</li>
      )}
      {rates.map(({ from, to, rate, date, source }) => (
        <li key={`${from} ${to}`}>
          1 {from} = {formatDecimal(rate, { maximumSignificantDigits: 6 })} {to},{' '}
          {source === 'indicative' ? 'an indicative rate' : source} of {formatUtcDate(date)}
        </li>
      ))}
      <li>Calculated with the rules in force on {formatUtcDate(asOf)}.</li>
      {notices.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

const Unknown = ({ page: { unknown } }: { page: VehiclePage }) =>
  unknown.length === 0 ? (
    <p>These rules have no known gap for this import.</p>
  ) : (
    <ul>
      {unknown.map(([label, text]) => (
        <li key={text}>
          <strong>{label}.</strong> {text}
        </li>
      ))}
    </ul>
  );

const Sources = ({ page: { sources } }: { page: VehiclePage }) => (
  <ol>
    {sources.map(({ title, url, reference, confidence, readOn }, at) => (
      <li key={title} id={`source-${at + 1}`} className="wrap-anywhere">
        {url ? (
          <a href={url} rel="noopener">
            {title}
          </a>
        ) : (
          title
        )}
        {reference && `, ${reference}`}. Confidence: {confidence}.{' '}
        {readOn ? `Read on ${formatUtcDate(readOn)}.` : 'No review date is recorded.'}
      </li>
    ))}
  </ol>
);

/** Everything that is known about one import, from the rules themselves. */
export function VehiclePageView({ page }: { page: VehiclePage }) {
  const place = formatCountry(page.country);
  const { name, facts, values } = page.example;
  return (
    <>
      <Top page={page} />
      <Section title="At a glance" lead="From the rules that the calculator uses.">
        <PairTable caption={`Charges and rules, ${place}`} rows={toRows(page)} />
      </Section>
      <Section
        title={`An example: ${name}`}
        lead="Its facts, and every charge on it. Numbers link to the sources."
        shape="artefact"
      >
        <PairTable caption="The facts of the example" rows={facts} />
        <div className="prose mt-8">
          <ExampleTable page={page} />
          <ExampleNotes page={page} />
        </div>
      </Section>
      <Section
        title="Your own vehicle"
        lead={`Filled in with the example. Change the facts, and calculate for ${place} with today’s rules and rates.`}
      >
        <DutyDemo preset={{ country: page.country, values }} />
      </Section>
      <Section
        title="Unknown amounts"
        lead="An unknown amount is never counted as zero: the total is then a minimum."
        shape="artefact"
      >
        <Words>
          <Unknown page={page} />
        </Words>
      </Section>
      <Section
        title="Sources"
        lead="An estimate from published rules: only the customs authority decides."
      >
        <Words>
          <Sources page={page} />
        </Words>
      </Section>
      <CountryPages country={page.country} path={page.path} />
    </>
  );
}
