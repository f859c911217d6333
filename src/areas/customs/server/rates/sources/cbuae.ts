// The Central Bank of the UAE, a fragment of HTML: rows of a name and of dirhams for one unit, and
// `Last updated: Friday 02 October 2026 06:05:15 PM`.
import { checkQuotations, elements, type Quotation, readNamedDay } from './quotation.ts';

const title = 'Central Bank of the UAE';

const codes: Record<string, string> = Object.fromEntries(
  `USD US Dollar,ARS Argentine Peso,AUD Australian Dollar,AZN Azerbaijan manat,BDT Bangladesh Taka,
  BHD Bahrani Dinar,BHD Bahraini Dinar,BND Brunei Dollar,BRL Brazilian Real,BWP Botswana Pula,
  BYN Belarus Rouble,CAD Canadian Dollar,CHF Swiss Franc,CLP Chilean Peso,CNY Chinese Yuan,
  COP Colombian Peso,CZK Czech Koruna,DKK Danish Krone,DZD Algerian Dinar,EGP Egypt Pound,EUR Euro,
  GBP GB Pound,GBP Pound Sterling,HKD Hongkong Dollar,HUF Hungarian Forint,IDR Indonesia Rupiah,
  INR Indian Rupee,ISK Iceland Krona,JOD Jordan Dinar,JOD Jordanian Dinar,JPY Japanese Yen,
  KES Kenya Shilling,KRW Korean Won,KWD Kuwaiti Dinar,KZT Kazakhstan Tenge,LKR Sri Lanka Rupee,
  MAD Moroccan Dirham,MKD Macedonia Denar,MXN Mexican Peso,MYR Malaysia Ringgit,
  NGN Nigerian Naira,NOK Norwegian Krone,NZD NewZealand Dollar,OMR Omani Rial,OMR Omani Riyal,
  PEN Peru Sol,PHP Philippine Piso,PKR Pakistan Rupee,PLN Polish Zloty,QAR Qatari Riyal,
  RSD Serbian Dinar,RUB Russia Rouble,SAR Saudi Riyal,SEK Swedish Krona,SGD Singapore Dollar,
  THB Thai Baht,TND Tunisian Dinar,TRY Turkish Lira,TWD Taiwan Dollar,TZS Tanzania Shilling,
  UGX Uganda Shilling,UYU Uruguayan Peso,VND Vietnam Dong,ZAR South Africa Rand`
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(4), entry.slice(0, 3)]),
);

const updated = /Last updated:\s*[a-z]+\s+(\d\d? [a-z]+ \d{4})/i;
const withoutTags = (html: string): string => html.replace(/<[^>]*>/g, '').trim();

export function readCbuae(text: string): Quotation[] {
  const date = readNamedDay(updated.exec(withoutTags(text))?.[1]);
  const rows = elements(text, 'tr').map((row) => {
    const cells = elements(row, 'td').map(withoutTags).filter(Boolean);
    return { base: codes[cells.at(-2) ?? ''], currency: 'AED', rate: cells.at(-1), date };
  });
  return checkQuotations(title, rows);
}
