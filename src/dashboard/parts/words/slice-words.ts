import type { SliceChoices } from '../../../reports/run/slice-choices.ts';
import { UNKNOWN_MODEL } from '../../../reports/shape/slice.ts';
import type { ChosenSlice } from '../../visit/slice.ts';

/** One filter in words, with its parameters. */
export interface SliceWords {
  readonly names: readonly (keyof ChosenSlice)[];
  /** For a chip: `tagged pricing or setup`. */
  readonly chip: string;
  /** For a sentence about answers: `to questions tagged pricing or setup`. */
  readonly clause: string;
}

export interface Sliced {
  readonly slice: ChosenSlice;
  readonly choices: SliceChoices;
  /** The brand's name. */
  readonly self: string;
}

/** A slice's filters in words, in sentence order. */
export function sliceWords(sliced: Sliced): SliceWords[] {
  return Object.entries(WORDS).flatMap(([key, words]) => {
    const name = key as keyof ChosenSlice;
    const value = sliced.slice[name];
    return value === undefined ? [] : [{ names: [name], ...(words as Words<unknown>)(value, sliced) }];
  });
}

type Said = Pick<SliceWords, 'chip' | 'clause'>;

type Words<Value> = (value: Value, sliced: Sliced) => Said;

const WORDS: { readonly [Name in keyof ChosenSlice]-?: Words<NonNullable<ChosenSlice[Name]>> } = {
  model: modelWords,
  market: marketWords,
  tag: (tags) => ofQuestions(`tagged ${anyOf(tags)}`),
  tag_not: (tags) => ofQuestions(`not tagged ${anyOf(tags)}`),
  branded: brandedWords,
  question: questionWords,
  imported: (imported) =>
    imported === 'yes'
      ? { chip: 'imported', clause: 'that were imported' }
      : { chip: 'asked by Sightline', clause: 'that Sightline asked for' },
};

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

function anyOf(values: readonly string[]): string {
  return OR.format(values);
}

function ofQuestions(chip: string): Said {
  return { chip, clause: `to questions ${chip}` };
}

function modelWords(models: readonly string[]): Said {
  const chip = `by ${anyOf(models.map((model) => (model === UNKNOWN_MODEL ? 'an unknown model' : model)))}`;
  return { chip, clause: chip };
}

function marketWords(market: string, { choices }: Sliced): Said {
  const words = choices.markets.find(({ name }) => name === market)?.words ?? market;
  return { chip: words, clause: `in the market ${words}` };
}

/** Values of the `branded` filter. @param self the brand's name */
export function brandedOptions(self: string): readonly (readonly [value: string, words: string])[] {
  return [
    ['none', 'nobody tracked'],
    ['self', self],
    ['competitor', `a competitor and not ${self}`],
  ];
}

function brandedWords(branded: string, { self }: Sliced): Said {
  const whom = brandedOptions(self).find(([value]) => value === branded)?.[1] ?? branded;
  return { chip: `questions that name ${whom}`, clause: `to questions that name ${whom}` };
}

function questionWords(ids: readonly string[], { choices }: Sliced): Said {
  const [first] = ids;
  const text = choices.questions.find(({ id }) => id === first)?.text ?? first;
  const chip = ids.length === 1 ? `“${text}”` : `${ids.length} questions`;
  return { chip, clause: `to ${chip}` };
}
