// Guesses the language of a text from its script: engines skip or spell letters that they do not
// know.
import { toAsciiDigits } from './plain-text.ts';

type Script = { letters: RegExp; languages: readonly string[] };

const latin: Script = { letters: /\p{Script=Latin}/u, languages: ['en'] };
/** The first language of each is the guess for its script. */
const scripts: readonly Script[] = [
  {
    letters: /\p{Script=Cyrillic}/u,
    languages: ['ru', 'uk', 'be', 'bg', 'mk', 'kk', 'ky', 'tt', 'ba', 'cv', 'mn'],
  },
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, languages: ['ja'] },
  { letters: /\p{Script=Hangul}/u, languages: ['ko'] },
  { letters: /\p{Script=Han}/u, languages: ['cmn', 'zh', 'yue', 'hak', 'ja'] },
  { letters: /\p{Script=Arabic}/u, languages: ['ar', 'fa', 'ur', 'ug', 'sd'] },
  { letters: /\p{Script=Hebrew}/u, languages: ['he'] },
  { letters: /\p{Script=Greek}/u, languages: ['el', 'grc'] },
  { letters: /\p{Script=Devanagari}/u, languages: ['hi', 'mr', 'ne', 'kok'] },
  { letters: /\p{Script=Bengali}/u, languages: ['bn', 'as', 'bpy'] },
  { letters: /\p{Script=Georgian}/u, languages: ['ka'] },
  { letters: /\p{Script=Armenian}/u, languages: ['hy', 'hyw'] },
  { letters: /\p{Script=Thai}/u, languages: ['th'] },
  { letters: /\p{Script=Ethiopic}/u, languages: ['am'] },
  { letters: /\p{Script=Tamil}/u, languages: ['ta'] },
  { letters: /\p{Script=Telugu}/u, languages: ['te'] },
  { letters: /\p{Script=Kannada}/u, languages: ['kn'] },
  { letters: /\p{Script=Malayalam}/u, languages: ['ml'] },
  { letters: /\p{Script=Gujarati}/u, languages: ['gu'] },
  { letters: /\p{Script=Gurmukhi}/u, languages: ['pa'] },
  { letters: /\p{Script=Sinhala}/u, languages: ['si'] },
  { letters: /\p{Script=Myanmar}/u, languages: ['my'] },
  { letters: /\p{Script=Oriya}/u, languages: ['or'] },
];

/** `pt-BR` and `pt_br` as `pt`. */
export const baseLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

const listLetters = (text: string): string[] => text.match(/\p{L}/gu) ?? [];
const isIn = (letter: string, { letters }: Script) => letters.test(letter);

/** The first language of the most frequent script; English for Latin. */
export function guessLanguage(text: string): string {
  const letters = listLetters(text);
  const counted = [latin, ...scripts].map((script) => ({
    script,
    count: letters.filter((letter) => isIn(letter, script)).length,
  }));
  // Japanese mixes kana and Han; no other language uses kana.
  const kana = counted.find(({ script, count }) => script.languages[0] === 'ja' && count > 0);
  if (kana) return 'ja';
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).script.languages[0]!;
}

/** The share of letters, 0 to 1, that a voice of the language can pronounce. */
export function speakableShare(text: string, language: string): number {
  // A numeral without an ASCII form counts as a letter of no script.
  const letters = toAsciiDigits(text).match(/(?![0-9])[\p{L}\p{N}]/gu) ?? [];
  if (letters.length === 0) return 1;
  const own = scripts.filter(({ languages }) => languages.includes(baseLanguage(language)));
  const known = own.length > 0 ? own : [latin];
  return (
    letters.filter((letter) => known.some((script) => isIn(letter, script))).length / letters.length
  );
}

/** Whether the text contains a letter or a digit. */
export const hasSpeakableText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
