import { expect, test } from 'vitest';
import { readBazg } from './bazg.ts';
import { readBoc } from './boc.ts';
import { readCbk } from './cbk.ts';
import { readCbn } from './cbn.ts';
import { readCbr } from './cbr.ts';
import { readCbuae } from './cbuae.ts';
import { readEcb } from './ecb.ts';
import { readFed } from './fed.ts';
import { readFrankfurter } from './frankfurter.ts';
import { readHmrc } from './hmrc.ts';
import { readNbg } from './nbg.ts';
import { readNbk } from './nbk.ts';
import { readNbp } from './nbp.ts';
import { readNbu } from './nbu.ts';
import type { Quotation } from './quotation.ts';
import { readRba } from './rba.ts';

/** `100 JPY = 52.3 RUB on 2026-11-24`. */
const brief = (quotations: readonly Quotation[]): string[] =>
  quotations.map(
    ({ units, base, rate, currency, date, validUntil }) =>
      `${units} ${base} = ${rate} ${currency} on ${date}${validUntil ? ` until ${validUntil}` : ''}`,
  );

const cases: [name: string, read: (text: string) => Quotation[], text: string, found: string[]][] =
  [
    [
      'European Central Bank, several days',
      readEcb,
      `<?xml version="1.0"?><gesmes:Envelope><gesmes:subject>Reference rates</gesmes:subject><Cube>
        <Cube time='2026-11-26'><Cube currency='USD' rate='1.20'/><Cube currency='JPY' rate='180'/></Cube>
        <Cube time="2026-11-25"><Cube currency="USD" rate="1.19"/></Cube></Cube></gesmes:Envelope>`,
      [
        '1 EUR = 1.2 USD on 2026-11-26',
        '1 EUR = 180 JPY on 2026-11-26',
        '1 EUR = 1.19 USD on 2026-11-25',
      ],
    ],
    [
      'Frankfurter, one day',
      readFrankfurter,
      '{"amount":1.0,"base":"EUR","date":"2026-11-26","rates":{"USD":1.2,"BAD":-1}}',
      ['1 EUR = 1.2 USD on 2026-11-26'],
    ],
    [
      'Frankfurter, several days',
      readFrankfurter,
      `{"amount":1.0,"base":"EUR","start_date":"2026-11-25","end_date":"2026-11-26",
        "rates":{"2026-11-25":{"USD":1.19},"2026-11-26":{"USD":1.2}}}`,
      ['1 EUR = 1.19 USD on 2026-11-25', '1 EUR = 1.2 USD on 2026-11-26'],
    ],
    [
      'Bank of Russia',
      readCbr,
      `<?xml version="1.0" encoding="windows-1251"?>
        <ValCurs Date="24.11.2026" name="Foreign Currency Market"><Valute ID="R01235">
        <NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар</Name>
        <Value>81,1234</Value><VunitRate>81,1234</VunitRate></Valute><Valute ID="R01820">
        <NumCode>392</NumCode><CharCode>JPY</CharCode><Nominal>100</Nominal><Name>Иен</Name>
        <Value>52,3045</Value><VunitRate>0,523045</VunitRate></Valute></ValCurs>`,
      ['1 USD = 81.1234 RUB on 2026-11-24', '100 JPY = 52.3045 RUB on 2026-11-24'],
    ],
    [
      'National Bank of Ukraine',
      readNbu,
      `[{"r030":840,"txt":"Долар США","rate":43.2081,"cc":"USD","exchangedate":"24.11.2026"},
        {"exchangedate":"24.11.2026","cc":"VND","rate":1.6565,"units":1000},
        {"exchangedate":"24.11.2026","cc":"XAG","rate":2500.1}]`,
      ['1 USD = 43.2081 UAH on 2026-11-24', '1000 VND = 1.6565 UAH on 2026-11-24'],
    ],
    [
      'National Bank of Georgia',
      readNbg,
      `[{"date":"2026-02-28T00:00:00.000Z","currencies":[{"code":"AED","quantity":10,
        "rateFormated":"7.2853","rate":7.2853,"date":"2026-02-27T17:01:00.093Z",
        "validFromDate":"2026-02-28T00:00:00.000Z"}]}]`,
      ['10 AED = 7.2853 GEL on 2026-02-28'],
    ],
    [
      'National Bank of Kazakhstan, one day',
      readNbk,
      `<rates><title>Official exchange rates</title><description>Official</description>
        <date>01.11.2026</date><item><fullname>ДОЛЛАР США</fullname><title>USD</title>
        <description>499.30</description><quant>1</quant><index>DOWN</index></item><item>
        <title>UZS</title><description>3.83</description><quant>100</quant></item></rates>`,
      ['1 USD = 499.3 KZT on 2026-11-01', '100 UZS = 3.83 KZT on 2026-11-01'],
    ],
    [
      'National Bank of Kazakhstan, the feed',
      readNbk,
      `<rss><channel><title>Rates</title><item><title>AMD</title><pubDate>16.06.2026</pubDate>
        <description>12.34</description><quant>10</quant></item></channel></rss>`,
      ['10 AMD = 12.34 KZT on 2026-06-16'],
    ],
    [
      'Central Bank of Kenya',
      readCbk,
      String.raw`{"draw":1,"data":[["19\/03\/2026","US DOLLAR","129.2500"],["19\/03\/2026","JPY (100)",
        "81.2000"],["19\/03\/2026","KES \/ USHS","28.4100"],["19\/03\/2026","CAN $","94.54"]]}`,
      [
        '1 USD = 129.25 KES on 2026-03-19',
        '100 JPY = 81.2 KES on 2026-03-19',
        '1 KES = 28.41 UGX on 2026-03-19',
        '1 CAD = 94.54 KES on 2026-03-19',
      ],
    ],
    [
      'Central Bank of Nigeria',
      readCbn,
      `[{"id":1,"currency":"US DOLLAR ","ratedate":"2026-05-21","buyingrate":"1369.88",
        "centralrate":"1370.3862","sellingrate":"1370.8862"},
        {"id":2,"currency":"WAUA","ratedate":"2026-05-21","centralrate":"1879.475"}]`,
      ['1 USD = 1370.3862 NGN on 2026-05-21'],
    ],
    [
      'HM Revenue and Customs, CSV',
      readHmrc,
      `\uFEFFCountry/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date
"Eurozone",Euro,EUR,1.1719,01/11/2026,30/11/2026
United States,Dollar,USD,1.3421,01/11/2026,30/11/2026
Ecuador,Dollar,USD,1.3421,01/11/2026,30/11/2026`,
      [
        '1 GBP = 1.1719 EUR on 2026-11-01 until 2026-11-30',
        '1 GBP = 1.3421 USD on 2026-11-01 until 2026-11-30',
      ],
    ],
    [
      'HM Revenue and Customs, XML',
      readHmrc,
      `<?xml version="1.0"?><exchangeRateMonthList Period="01/Feb/2026 to 28/Feb/2026">
        <exchangeRate><countryName>United States</countryName><countryCode>US</countryCode>
        <currencyName>Dollar</currencyName><currencyCode>USD</currencyCode>
        <rateNew>1.3012</rateNew></exchangeRate></exchangeRateMonthList>`,
      ['1 GBP = 1.3012 USD on 2026-02-01 until 2026-02-28'],
    ],
    [
      'Bank of Canada',
      readBoc,
      `{"terms":{"url":"x"},"observations":[{"d":"2026-03-18","FXUSDCAD":{"v":"1.3706"},
        "FXJPYCAD":{"v":"0.00912"}}]}`,
      ['1 USD = 1.3706 CAD on 2026-03-18', '1 JPY = 0.00912 CAD on 2026-03-18'],
    ],
    [
      'Reserve Bank of Australia',
      readRba,
      `\uFEFFF11.1  EXCHANGE RATES
Title,A$1=USD,Trade-weighted Index May 1970 = 100,A$1=CNY
Units,USD,Index,CNY
Source,WM/Reuters,RBA,RBA
Series ID,FXRUSD,FXRTWI,FXRCR
03-Nov-2026,0.7172,62.7,5.1001
04-Nov-2026,0.7180,62.8,

`,
      [
        '1 AUD = 0.7172 USD on 2026-11-03',
        '1 AUD = 5.1001 CNY on 2026-11-03',
        '1 AUD = 0.718 USD on 2026-11-04',
      ],
    ],
    [
      'Federal Office for Customs and Border Security',
      readBazg,
      `<wechselkurse xmlns="https://www.backend-rates.bazg.admin.ch/xmldaily"><datum>05.06.2026</datum>
        <zeit>07:00:03</zeit><gueltigkeit>06.06.2026,07.06.2026,08.06.2026</gueltigkeit>
        <devise code="eur"><land_en>Euro Member</land_en><waehrung>1 EUR</waehrung>
        <kurs>0.92526</kurs></devise><devise code="egp">
        <waehrung>100 EGP</waehrung><kurs>1.66619</kurs></devise>
        </wechselkurse>`,
      [
        '1 EUR = 0.92526 CHF on 2026-06-06 until 2026-06-08',
        '100 EGP = 1.66619 CHF on 2026-06-06 until 2026-06-08',
      ],
    ],
    [
      'Central Bank of the UAE',
      readCbuae,
      `<div class="row mb-4"><div><p>Last updated:\r\n\r\nFriday 02 October 2026 06:05:15 PM</p></div></div>
        <table><thead><tr><th></th><th>Currency</th><th>Rates</th></tr></thead><tbody>
        <tr><td></td><td>US Dollar</td><td>3.6725</td></tr>
        <tr><td></td><td>Vietnam Dong</td><td>1.4E-04</td></tr></tbody></table>`,
      ['1 USD = 3.6725 AED on 2026-10-02', '1 VND = 0.00014 AED on 2026-10-02'],
    ],
    [
      'Federal Reserve',
      readFed,
      `observation_date,DEXUSEU,DEXJPUS,OTHER
2026-10-01,1.1736,147.12,5
2026-10-02,.,147.5,5`,
      [
        '1 EUR = 1.1736 USD on 2026-10-01',
        '1 USD = 147.12 JPY on 2026-10-01',
        '1 USD = 147.5 JPY on 2026-10-02',
      ],
    ],
    [
      'National Bank of Poland, several days',
      readNbp,
      `[{"table":"A","no":"227/A/NBP/2026","effectiveDate":"2026-11-24","rates":[
        {"currency":"dolar amerykański","code":"USD","mid":3.6412},
        {"currency":"rupia indonezyjska","code":"IDR","mid":0.0002187},
        {"currency":"SDR (MFW)","code":"XDR","mid":4.9355}]},
        {"table":"A","no":"228/A/NBP/2026","effectiveDate":"2026-11-25","rates":[
        {"currency":"dolar amerykański","code":"USD","mid":3.6301}]}]`,
      [
        '1 USD = 3.6412 PLN on 2026-11-24',
        '1 IDR = 0.0002187 PLN on 2026-11-24',
        '1 USD = 3.6301 PLN on 2026-11-25',
      ],
    ],
  ];

test.each(cases)('%s is read', (_, read, text, found) => {
  expect(brief(read(text))).toEqual(found);
});

const maintenance = '<html><body><h1>Maintenance</h1></body></html>';

test.each(cases)('%s: another format is refused with a sentence', (_, read) => {
  for (const text of [maintenance, '', '{}', 'null', '[]', '[null]', 'a,b\n1,2'])
    expect(() => read(text)).toThrow(/^[A-Z].+\.$/);
});

test('a rate without a day is refused', () => {
  const text = '[{"cc":"USD","rate":43.2,"exchangedate":"2026-11-24"}]';
  expect(() => readNbu(text)).toThrow('National Bank of Ukraine: a rate of the response has no');
});

test('two rates of one pair and day are refused', () => {
  const [one, two] = ['1.3421', '1.35'].map((rate) => `X,Dollar,USD,${rate},01/11/2026,30/11/2026`);
  const head =
    'Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date';
  expect(() => readHmrc([head, one, two].join('\n'))).toThrow('two rates from GBP to USD');
});

test('rates against another currency than the euro are refused', () => {
  expect(() => readFrankfurter('{"base":"USD","date":"2026-11-26","rates":{"EUR":0.8}}')).toThrow(
    'Frankfurter: the rates are not against the euro.',
  );
});
