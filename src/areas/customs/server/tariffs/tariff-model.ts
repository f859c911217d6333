// What an official tariff publication says, record by record, whatever its own form.
import type { Duty } from '../engine/rules/duty-schema.ts';

/** One record of an official publication, in the order of the file. */
export type TariffRecord = TariffCode | TariffMeasure;

export type TariffCode = {
  record: 'code';
  /** Digits only, 2 to 12. */
  code: string;
  /** Depth in the publication's tree; 0 is a chapter or heading. */
  indent: number;
  isDeclarable: boolean;
  /** By language: { en: 'Men’s shirts' }. */
  descriptions: Record<string, string>;
  units: string[];
  validFrom: string | null;
  validTo: string | null;
};

export type TariffMeasure = {
  record: 'measure';
  code: string;
  /** What it charges. */
  kind:
    | 'third_country'
    | 'general'
    | 'preference'
    | 'quota'
    | 'suspension'
    | 'anti_dumping'
    | 'countervailing'
    | 'additional'
    | 'vat'
    | 'excise';
  /** ISO country, a group id of the publication, or '*' for all origins. */
  origin: string;
  excludedOrigins: string[];
  /** The agreement or programme as the publication names it (CPTPP, A+, GSP), if any. */
  programme: string | null;
  additionalCode: string | null;
  quotaOrderNumber: string | null;
  /** The duty; { t: 'unknown', why, ... } when the text cannot be read: never dropped. */
  duty: Duty;
  /** The duty as the publication prints it. */
  text: string;
  /** Conditions of the publication in words or codes (certificates, entry price, season). */
  conditions: string[];
  /** MM-DD to MM-DD for seasonal duties. */
  season: { from: string; to: string } | null;
  validFrom: string | null;
  validTo: string | null;
  legalBase: string | null;
};

export type TariffReading = {
  records: AsyncIterable<TariffRecord>;
  /** Lines that could not be read: the line number and why. Filled while `records` is read. */
  problems: { line: number; message: string }[];
};

export type ReadOptions = { jurisdiction?: string; exclusionsFile?: string | undefined };

/** One official publication that can be imported. */
export type TariffSource = {
  /** 'us-hts' */
  name: string;
  /** 'US', 'EU', 'GB', 'CA', 'AU', 'CH', 'EAEU'; of WITS files, given on import. */
  jurisdiction: string;
  title: string;
  publisher: string;
  url: string;
  licence: string;
  /** 'json' | 'csv' | 'xlsx' */
  formats: readonly string[];
  /** The countries that its measures do not concern are published in a file of their own. */
  hasExclusionsFile?: boolean;
  read(file: string, options: ReadOptions): TariffReading;
};
