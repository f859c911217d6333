// Countries by ISO 3166-1, as a fact of an import. What is written for one often is asked back.
import { z } from 'zod';

const codes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR ' +
    'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ ' +
    'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW ' +
    'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
    'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV ' +
    'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
    'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG ' +
    'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK'
  ).split(' '),
);

/** Codes of the tax offices and of habit that mean one country. */
const aliases: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** What is no country, and what is meant perhaps. */
const advice: Readonly<Record<string, string>> = {
  EU: 'the European Union is no country of origin: name the member state, such as DE',
  SU: 'the Soviet Union is no country any more: name the one of today, such as RU, UA or KZ',
  YU: 'Yugoslavia is no country any more: name the one of today, such as RS or HR',
  CS: 'Czechoslovakia is no country any more: name CZ or SK, or RS for Serbia',
  JA: 'did you mean JP, Japan?',
  KO: 'did you mean KR, South Korea?',
  SP: 'did you mean ES, Spain?',
  SW: 'did you mean SE, Sweden, or CH, Switzerland?',
  TU: 'did you mean TR, Turkey?',
  UR: 'did you mean UA, Ukraine?',
  DA: 'did you mean DK, Denmark?',
  EN: 'did you mean GB, the United Kingdom?',
};

const refuse = (code: string): string => {
  const known = advice[code];
  return `${code} is no country of ISO 3166-1${known ? `: ${known}` : ''}${known?.endsWith('?') ? '' : '.'}`;
};

/** A country in two letters of either case. `UK` is GB, `EL` is GR. */
export const country = z
  .string('A valid country code is required.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.')
  .overwrite((code) => aliases[code] ?? code)
  .refine((code) => code.length !== 2 || codes.has(code), {
    error: ({ input }) => refuse(String(input)),
  })
  .describe('Two letters of ISO 3166-1, such as `DE`.');
