// The check digits of tax numbers, as the tax authorities define them. Each function gets a number
// without its country, spaces and punctuation, and says whether it can exist. A member state whose
// numbers of natural persons have no published check digit is checked by its format alone there.

type Check = (number: string) => boolean;

const readDigits = (text: string): number[] => [...text].map(Number);

/** The sum of the first digits, each times its weight. */
const weigh = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);

const lastDigit = (text: string): number => Number(text.at(-1));
const divides = (divisor: number, weights: readonly number[]): Check => {
  return (number) => weigh(number, weights) % divisor === 0;
};

/** Luhn's formula over all digits, the last of which is the check digit. */
const passesLuhn: Check = (number) =>
  readDigits(number)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((sum, digit) => sum + digit, 0) %
    10 ===
  0;

/** ISO 7064, MOD 11,10. */
function passesMod11Of10(number: string): boolean {
  let product = 10;
  for (const digit of readDigits(number.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === lastDigit(number);
}

/** ISO 7064, MOD 97,10, with letters as 10 to 35. */
const passesMod97 = (text: string): boolean =>
  BigInt([...text].map((sign) => Number.parseInt(sign, 36)).join('')) % 97n === 1n;

const austria: Check = (number) => {
  const sum = readDigits(number.slice(1, 8))
    .map((digit, at) => (at % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)))
    .reduce((total, digit) => total + digit, 0);
  return (96 - sum) % 10 === lastDigit(number);
};

const bulgaria: Check = (number) => {
  if (number.length === 9) {
    const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const check = first === 10 ? (weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first;
    return check === lastDigit(number);
  }
  const citizen = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = (11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return [citizen, foreigner, other].includes(lastDigit(number));
};

const cyprus: Check = (number) => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = readDigits(number.slice(0, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? odd[digit]! : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === number[8];
};

const czechia: Check = (number) => {
  if (number.length === 8)
    return (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === lastDigit(number);
  // Numbers of birth: those of before 1954 have nine digits and no check digit.
  return number.length === 9 || (Number(number.slice(0, 9)) % 11) % 10 === lastDigit(number);
};

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const spain: Check = (number) => {
  const last = number.at(-1)!;
  const person = /^([XYZ]?)(\d{7,8})[A-Z]$/.exec(number);
  if (person) {
    const first = person[1] ? String('XYZ'.indexOf(person[1])) : '';
    return spanishLetters[Number(first + person[2]) % 23] === last;
  }
  if (/^[KLM]/.test(number)) return spanishLetters[Number(number.slice(1, 8)) % 23] === last;
  const sum = readDigits(number.slice(1, 8))
    .map((digit, at) => (at % 2 === 0 ? Math.floor(digit / 5) + ((digit * 2) % 10) : digit))
    .reduce((total, digit) => total + digit, 0);
  const check = (10 - (sum % 10)) % 10;
  return last === String(check) || last === 'JABCDEFGHI'[check];
};

const frenchKeys = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const france: Check = (number) => {
  const siren = number.slice(2);
  // Monaco has French numbers that begin with 000 and have no check digit of their own.
  if (!siren.startsWith('000') && !passesLuhn(siren)) return false;
  const [first, second] = [frenchKeys.indexOf(number[0]!), frenchKeys.indexOf(number[1]!)];
  if (first < 10 && second < 10)
    return Number(number.slice(0, 2)) === (12 + 3 * (Number(siren) % 97)) % 97;
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11;
};

const ireland: Check = (number) => {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV';
  // Before 2013 the second place could be a letter; the first digit then counts as the last.
  const isOld = !/^\d{7}/.test(number);
  const digits = isOld ? `0${number.slice(2, 7)}${number[0]}` : number.slice(0, 7);
  const second = isOld ? 0 : Math.max(letters.indexOf(number[8] ?? ''), 0);
  return letters[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7];
};

const lithuania: Check = (number) => {
  const first = number.slice(0, -1);
  const sum = (shift: number) =>
    readDigits(first).reduce((total, digit, at) => total + digit * (1 + ((at + shift) % 9)), 0) %
    11;
  const check = sum(0) === 10 ? sum(2) % 10 : sum(0);
  return check === lastDigit(number);
};

const latvia: Check = (number) =>
  number[0]! <= '3' || weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;

const netherlands: Check = (number) =>
  passesMod97(`NL${number}`) || weigh(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

const romania: Check = (number) => {
  const padded = number.padStart(10, '0');
  return ((weigh(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === lastDigit(number);
};

const unitedKingdom: Check = (number) => {
  if (number.startsWith('GD')) return number.slice(2) < '500';
  if (number.startsWith('HA')) return number.slice(2) >= '500';
  const sum = weigh(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
};

const australia: Check = (number) =>
  (weigh(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

const elevenMinus = (weights: readonly number[], whenTen: number | null): Check => {
  return (number) => {
    const check = (11 - (weigh(number, weights) % 11)) % 11;
    return (check === 10 ? whenTen : check) === lastDigit(number);
  };
};

/** The shape of a number, and what its digits have to fulfil. */
type Rule = { format: RegExp; check?: Check; example: string };

/** By the prefix of the number, which is the country except for Greece and Northern Ireland. */
export const taxNumberRules: Readonly<Record<string, Rule>> = {
  AT: { format: /^U\d{8}$/, check: austria, example: 'ATU13585627' },
  BE: {
    format: /^[01]\d{9}$/,
    check: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
    example: 'BE0428759497',
  },
  BG: { format: /^\d{9,10}$/, check: bulgaria, example: 'BG175074752' },
  HR: { format: /^\d{11}$/, check: passesMod11Of10, example: 'HR33392005961' },
  CY: { format: /^(?!12)[0-59]\d{7}[A-Z]$/, check: cyprus, example: 'CY10259033P' },
  CZ: { format: /^\d{8,10}$/, check: czechia, example: 'CZ25123891' },
  DE: { format: /^[1-9]\d{8}$/, check: passesMod11Of10, example: 'DE136695976' },
  DK: {
    format: /^[1-9]\d{7}$/,
    check: divides(11, [2, 7, 6, 5, 4, 3, 2, 1]),
    example: 'DK13585628',
  },
  EE: {
    format: /^10\d{7}$/,
    check: divides(10, [3, 7, 1, 3, 7, 1, 3, 7, 1]),
    example: 'EE100931558',
  },
  EL: {
    format: /^\d{9}$/,
    check: (number) =>
      (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === lastDigit(number),
    example: 'EL094259216',
  },
  ES: { format: /^[A-Z\d]\d{7}[A-Z\d]$/, check: spain, example: 'ESB58378431' },
  FI: {
    format: /^\d{8}$/,
    check: elevenMinus([7, 9, 10, 5, 8, 4, 2], null),
    example: 'FI20774740',
  },
  FR: { format: /^[A-HJ-NP-Z\d]{2}\d{9}$/, check: france, example: 'FR40303265045' },
  HU: { format: /^\d{8}$/, check: divides(10, [9, 7, 3, 1, 9, 7, 3, 1]), example: 'HU12892312' },
  IE: {
    format: /^\d([A-Z+*]\d{5}|\d{6})[A-W][A-IW]?$/,
    check: ireland,
    example: 'IE6433435F',
  },
  IT: { format: /^\d{11}$/, check: passesLuhn, example: 'IT00743110157' },
  LT: { format: /^(\d{7}1\d|\d{10}1\d)$/, check: lithuania, example: 'LT119511515' },
  LU: {
    format: /^\d{8}$/,
    check: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
    example: 'LU15027442',
  },
  LV: { format: /^\d{11}$/, check: latvia, example: 'LV40003521600' },
  MT: { format: /^\d{8}$/, check: divides(37, [3, 4, 6, 7, 8, 9, 10, 1]), example: 'MT11679112' },
  NL: { format: /^\d{9}B\d{2}$/, check: netherlands, example: 'NL004495445B01' },
  PL: {
    format: /^\d{10}$/,
    check: (number) => weigh(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === lastDigit(number),
    example: 'PL8567346215',
  },
  PT: {
    format: /^[1-9]\d{8}$/,
    check: elevenMinus([9, 8, 7, 6, 5, 4, 3, 2], 0),
    example: 'PT501964843',
  },
  RO: { format: /^[1-9]\d{1,9}$/, check: romania, example: 'RO18547290' },
  SE: {
    format: /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/,
    check: (number) => passesLuhn(number.slice(0, 10)),
    example: 'SE123456789701',
  },
  SI: {
    format: /^[1-9]\d{7}$/,
    check: (number) =>
      weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11 !== 0 &&
      elevenMinus([8, 7, 6, 5, 4, 3, 2], 0)(number),
    example: 'SI50223054',
  },
  SK: {
    format: /^[1-9]\d[2-47-9]\d{7}$/,
    check: (number) => Number(number) % 11 === 0,
    example: 'SK2022749619',
  },
  GB: {
    format: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
    check: unitedKingdom,
    example: 'GB980780684',
  },
  XI: {
    format: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
    check: unitedKingdom,
    example: 'XI980780684',
  },
  CHE: {
    format: /^\d{9}$/,
    check: elevenMinus([5, 4, 3, 2, 7, 6, 5, 4], null),
    example: 'CHE107787577',
  },
};

/** Numbers without a prefix, by country. */
export const plainTaxNumberRules: Readonly<Record<string, Rule>> = {
  AU: { format: /^\d{11}$/, check: australia, example: '83914571673' },
  US: { format: /^\d{9}$/, example: '123456789' },
};
