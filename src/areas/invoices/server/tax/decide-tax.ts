// Which tax is on a supply: the first rule of tax-rules.json that is in force and fits. All supplies
// are services by electronic means. Pure: the day of the supply decides.
import { isEuCountry } from '../../wire/countries.constants.ts';
import type { Treatment } from '../../wire/invoices.constants.ts';
import { findTaxNumber, type Seller } from '../seller/seller.ts';
import rateData from './tax-rates.json' with { type: 'json' };
import ruleData from './tax-rules.json' with { type: 'json' };

export type TaxedCustomer = {
  country: string;
  /** A company whose tax number may be relied on. */
  isBusiness: boolean;
};

export type TaxDecision = {
  /** The id of the rule. */
  rule: string;
  treatment: Treatment;
  /** Decimal text; zero without tax. */
  percent: string;
  /** Whose tax it is; null without tax. */
  country: string | null;
  /** What the invoice has to say about it; may be empty. */
  sentence: string;
};

type Fact =
  | 'small_business'
  | 'registered'
  | 'rate_known'
  | 'registered_there'
  | 'oss'
  | 'eu'
  | 'domestic'
  | 'gb'
  | 'business'
  | 'consumer';
type Rule = {
  id: string;
  from: string;
  /** Exclusive; without it the rule is still in force. */
  until?: string;
  when: { seller?: readonly Fact[]; customer?: readonly Fact[] };
  treatment: Treatment;
  rateCountry?: 'seller' | 'customer';
  sentence: string;
};
type TaxedSeller = Pick<Seller, 'taxNumbers' | 'smallBusinessSentence'> & {
  address: Pick<Seller['address'], 'country'>;
};

const rules = ruleData.rules as readonly Rule[];
const rates: Readonly<Record<string, readonly { from: string; percent: string }[]>> =
  rateData.standard;

/** The standard rate of a country on a day; undefined where none is known. */
export const standardRate = (country: string, on: string): string | undefined =>
  rates[country]?.findLast(({ from }) => from <= on)?.percent;

function sellerFacts(seller: TaxedSeller, { country }: TaxedCustomer, on: string): Set<Fact> {
  const home = seller.address.country;
  const facts: [Fact, boolean][] = [
    ['small_business', seller.smallBusinessSentence !== ''],
    ['registered', findTaxNumber(seller, 'domestic', on) !== undefined],
    ['rate_known', standardRate(home, on) !== undefined],
    ['registered_there', findTaxNumber(seller, 'foreign', on, country) !== undefined],
    ['oss', findTaxNumber(seller, 'oss', on) !== undefined],
    ['eu', isEuCountry(home)],
  ];
  return new Set(facts.flatMap(([fact, holds]) => (holds ? [fact] : [])));
}

function customerFacts({ country, isBusiness }: TaxedCustomer, home: string): Set<Fact> {
  const facts: [Fact, boolean][] = [
    ['domestic', country === home],
    ['eu', isEuCountry(country)],
    ['gb', country === 'GB'],
    [isBusiness ? 'business' : 'consumer', true],
  ];
  return new Set(facts.flatMap(([fact, holds]) => (holds ? [fact] : [])));
}

/** Throws when no rule is in force on that day. */
export function decideTax(seller: TaxedSeller, customer: TaxedCustomer, at: Date): TaxDecision {
  const on = at.toISOString().slice(0, 10);
  const home = seller.address.country;
  const ofSeller = sellerFacts(seller, customer, on);
  const ofCustomer = customerFacts(customer, home);
  const rule = rules.find(
    ({ from, until, when }) =>
      from <= on &&
      (until === undefined || on < until) &&
      (when.seller ?? []).every((fact) => ofSeller.has(fact)) &&
      (when.customer ?? []).every((fact) => ofCustomer.has(fact)),
  );
  if (!rule) throw new Error(`No rule says which tax is on a supply of ${on}.`);
  const { id, treatment, rateCountry } = rule;
  const country = rateCountry ? (rateCountry === 'seller' ? home : customer.country) : null;
  const percent = country === null ? '0' : standardRate(country, on);
  if (percent === undefined) throw new Error(`The rate of ${country} on ${on} is not known.`);
  const sentence = treatment === 'exempt' ? seller.smallBusinessSentence : rule.sentence;
  return { rule: id, treatment, percent, country, sentence };
}
