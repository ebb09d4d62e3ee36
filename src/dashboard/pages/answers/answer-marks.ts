import type { Explanation } from '../../../pipeline/intake/explain.ts';
import type { ExplainedBrand, ExplainedMatch, TextSpan } from '../../../pipeline/intake/explained-text.ts';
import type { Mark } from '../../answer-text/marks.ts';

/** Marks for an answer's names, positions, cues, and citing phrases. */
export function marksOf({ brands, citing }: Explanation): Mark[] {
  return [
    ...brands.flatMap((brand, index) => [...nameMarks(brand, index), ...cueMarks(brand, index)]),
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
