import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Framing } from '../../src/domain/answers/answer-reading.ts';
import { THEMES, type Theme } from '../../src/domain/brand/theme.ts';
import { markedBlocksOf } from '../../src/extract/framing/grammar/marked-block.ts';
import type { Scores } from '../../src/extract/framing/learned/model.ts';
import { parsedSentencesOf } from '../../src/extract/framing/learned/parse-sentences.ts';
import { trainedModel } from '../../src/extract/framing/learned/trained-model.ts';
import { NameFinder } from '../../src/extract/names/find-names.ts';
import { namedAnswerOf } from '../../src/extract/names/named-answer.ts';
import { Outline } from '../../src/extract/text/outline.ts';
import { themeFeaturesOf } from '../../src/extract/themes/theme-model.ts';
import { phrasesIn, themeSentenceOf } from '../../src/extract/themes/theme-reader.ts';
import { brandOf } from '../cases.ts';
import { clausesIn } from './clauses.ts';
import { type Point, pointOf } from './svm.ts';

/** The features of a sentence about a brand, with its themes. */
export interface ThemeExample extends Point {
  readonly text: string;
  /** Null for a sentence without theme labels. */
  readonly themes: readonly Theme[] | null;
  /** Themes that a reader may or may not find in it. */
  readonly open: readonly Theme[];
  /** The sentence's only direction; null if it has several, or for a label that is no sentence. */
  readonly framing: Framing | null;
  /** The framing reader's scores; null for a label that is no sentence. */
  readonly scores: Scores | null;
}

/** Each theme's letter in the files. */
const LETTERS: Readonly<Record<Theme, string>> = {
  price: 'p',
  value: 'v',
  ease_of_use: 'e',
  setup: 'g',
  features: 'f',
  integrations: 'i',
  limits: 'l',
  speed: 's',
  reliability: 'r',
  security: 'x',
  scale: 'c',
  support: 'u',
  design: 'd',
  reputation: 'n',
  availability: 'a',
  other: 'o',
};
const THEME_OF = new Map(THEMES.map((theme) => [LETTERS[theme], theme]));
const SIGNS: Readonly<Record<string, Framing>> = {
  '+': 'recommended',
  '=': 'neutral',
  '0': 'neutral',
  '-': 'negative',
};

/** The brand's placeholder, and its name during reading. */
const PLACEHOLDER = '@';
const NAME = 'Vorlune';

/**
 * A folder's examples: for each language a file with lines of codes (`+e -p?`, or `0` for none), a tab, and a
 * sentence in which `@` stands for the brand.
 */
export async function themeExamplesIn(folder: string): Promise<ThemeExample[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const lists = await Promise.all(
    files.map(async (name) => {
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
      return lines.flatMap((line) => exampleOf(name.split('.')[1] ?? '', line));
    }),
  );
  return lists.flat();
}

function exampleOf(language: string, line: string): ThemeExample[] {
  const [codes = '', sentence = ''] = line.split('\t');
  if (sentence === '') return [];
  const labels = codes === '0' ? [] : codes.split(' ').map(labelOf);
  const framings = new Set(codes.split(' ').map(([sign = '']) => SIGNS[sign]));
  const [framing = null] = framings;
  return [
    {
      ...readIn(sentence.replaceAll(PLACEHOLDER, NAME), language),
      text: sentence,
      themes: labels.filter(({ isOpen }) => !isOpen).map(({ theme }) => theme),
      open: labels.filter(({ isOpen }) => isOpen).map(({ theme }) => theme),
      framing: framings.size === 1 ? framing : null,
    },
  ];
}

function labelOf(code: string): { readonly theme: Theme; readonly isOpen: boolean } {
  const theme = THEME_OF.get(code[1] ?? '');
  if (theme === undefined || SIGNS[code[0] ?? ''] === undefined) throw new Error(`no theme: ${code}`);
  return { theme, isOpen: code.endsWith('?') };
}

/** A folder's clauses as examples for a direction. */
export async function directionExamplesIn(folder: string): Promise<ThemeExample[]> {
  const clauses = await clausesIn(folder, 'clauses');
  return clauses.map(({ language, sign, text }) => {
    const sentence = `${NAME}${/^[、,]/.test(text) || UNPARTED.has(language) ? '' : ' '}${text}.`;
    const framing = SIGNS[sign] ?? null;
    return { ...readIn(sentence, language), text: sentence, themes: null, open: [], framing };
  });
}

/** Languages without a blank after a name. */
const UNPARTED = new Set(['ja', 'th', 'zh']);

/** A sentence as in an answer, or as a label. */
function readIn(text: string, language: string): Point & Pick<ThemeExample, 'scores'> {
  const model = trainedModel();
  const answer = namedAnswerOf(new NameFinder([brandOf(NAME, 0)]), { text, citedHosts: [] });
  const marked = markedBlocksOf(answer, new Outline(answer.blocks));
  const [read, another] = parsedSentencesOf(answer.blocks, marked, [], model);
  const isSentence = read !== undefined && another === undefined;
  const sentence = isSentence ? themeSentenceOf({ ...read, language }) : labelSentenceOf(text, language);
  const features = themeFeaturesOf(sentence);
  return {
    ...pointOf(new Map(features.map(({ feature, value }) => [feature, value]))),
    scores: isSentence ? model.score(read) : null,
  };
}

function labelSentenceOf(label: string, language: string) {
  const text = label.toLowerCase();
  return { text, phrases: phrasesIn(text, language), tokens: [], states: new Uint8Array(), contexts: [] };
}
