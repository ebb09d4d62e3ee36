import type { Explanation } from '../../pipeline/intake/explain.ts';
import type { ExplainedModel, ExplainedVerdict } from '../../pipeline/intake/explained-model.ts';
import type { ExplainedBrand, ExplainedMatch, TextSpan } from '../../pipeline/intake/explained-text.ts';
import type { Mark } from './marks.ts';

/** Marks for an answer's names, positions, cues, and citing phrases. */
export function marksOf({
  brands,
  citing,
  judged,
}: Pick<Explanation, 'brands' | 'citing' | 'judged'>): Mark[] {
  const isJudged = ({ stored }: ExplainedBrand) => judged !== null && stored?.mentioned === true;
  return [
    ...brands.flatMap((brand, index) => [
      ...nameMarks(brand, index),
      ...(isJudged(brand) ? [] : cueMarks(brand, index)),
    ]),
    ...(judged?.names ?? []).flatMap((verdict, index) => verdictMarks(judged, verdict, index)),
    ...citing.map((stretch) => ({
      ...rangeOf(stretch),
      kind: 'citation' as const,
      title: 'A citation, so a name here does not count',
    })),
  ];
}

/** A mark for the sentence in the link. */
export function quotedMark(text: string | null, sentence: string | null): Mark[] {
  const from = sentence ? (text ?? '').indexOf(sentence) : -1;
  return from === -1 || sentence === null
    ? []
    : [{ from, to: from + sentence.length, kind: 'quoted', id: 'sentence' }];
}

/** Anchor of a name, by index of brand and match in the explanation. */
export function nameId(brand: number, match: number): string {
  return `name-${brand}-${match}`;
}

export function cueId(brand: number, cue: number): string {
  return `cue-${brand}-${cue}`;
}

/** Anchor of a verdict's words, by index of name and words in the model's reading. */
export function verdictId(name: number, words: number): string {
  return `verdict-${name}-${words}`;
}

function verdictMarks(
  judged: ExplainedModel | null,
  { brand, verdict, words }: ExplainedVerdict,
  index: number,
): Mark[] {
  const title = `${VERDICT_TITLES[verdict]} ${brand}, read by ${judged?.reader}`;
  return words.map((each, place) => ({
    ...rangeOf(each),
    kind: VERDICT_KINDS[verdict],
    id: verdictId(index, place),
    title,
  }));
}

const VERDICT_TITLES: Readonly<Record<ExplainedVerdict['verdict'], string>> = {
  recommended: 'Recommends',
  negative: 'Negative about',
  neutral: 'Neutral about',
  both: 'For and against',
};

const VERDICT_KINDS = {
  recommended: 'recommended',
  negative: 'negative',
  neutral: 'quoted',
  both: 'hedged',
} as const satisfies Record<ExplainedVerdict['verdict'], Mark['kind']>;

function nameMarks(brand: ExplainedBrand, index: number): Mark[] {
  const ranked = rankedMatch(brand);
  return brand.matches.map((match, place) => ({
    ...rangeOf(match),
    kind: !match.counts || brand.nothing_known ? 'refused' : brand.role,
    id: nameId(index, place),
    title: nameTitle(brand, match),
    ...(match === ranked ? { badge: `#${brand.rank?.position}` } : {}),
  }));
}

function rankedMatch({ rank, matches }: ExplainedBrand): ExplainedMatch | undefined {
  return rank === null ? undefined : matches.find(({ at, counts }) => counts && at >= rank.at);
}

function nameTitle({ brand, nothing_known: isUnknown }: ExplainedBrand, match: ExplainedMatch): string {
  if (isUnknown) return `${brand}: named only as unknown to the engine`;
  if (!match.counts) return `Not counted as ${brand}: ${match.reason ?? 'it does not name it'}`;
  return match.name === null ? `${brand}, by its own domain` : `${brand}, by its name`;
}

function cueMarks({ brand, framing }: ExplainedBrand, index: number): Mark[] {
  return (framing?.cues ?? []).flatMap((cue, place): Mark[] => {
    const title = cue.direction === 'recommended' ? `Recommends ${brand}` : `Negative about ${brand}`;
    const hedged: Mark[] =
      cue.hedge === null ? [] : [{ ...rangeOf(cue), kind: 'hedged', title: `hedged by “${cue.hedge}”` }];
    return [{ ...rangeOf(cue), kind: cue.direction, id: cueId(index, place), title }, ...hedged];
  });
}

function rangeOf({ at, end }: TextSpan) {
  return { from: at, to: end };
}
