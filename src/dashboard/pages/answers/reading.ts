import type { Explanation } from '../../../pipeline/intake/explain.ts';
import type { ExplainedModel, ExplainedVerdict } from '../../../pipeline/intake/explained-model.ts';
import type {
  ExplainedBrand,
  ExplainedCue,
  ExplainedMention,
} from '../../../pipeline/intake/explained-text.ts';
import { cueId, nameId, verdictId } from '../../answer-text/answer-marks.ts';
import { type Content, type Html, html } from '../../markup/html.ts';

/** The stored reading of each brand, with its reasons. */
export function readingSection(explanation: Explanation): Html {
  const { brands } = explanation;
  const shown = brands.map((brand, index) => ({ brand, index })).filter(({ brand }) => isWorthShowing(brand));
  const absent = brands.filter((brand) => !isWorthShowing(brand));
  return html`<h2>How it was read</h2>
${givenNote(explanation)}
${shown.map(({ brand, index }) => brandReading(brand, index, explanation))}
${
  absent.length > 0 &&
  html`<div class="brand-reading"><h3>Not named</h3><p>${absent.map(
    ({ brand }, index) => html`${index > 0 && ', '}<bdi>${brand}</bdi>`,
  )}</p></div>`
}`;
}

function isWorthShowing({ role, stored, read, matches }: ExplainedBrand): boolean {
  return role === 'self' || matches.length > 0 || read.mentioned || stored === null || stored.mentioned;
}

function givenNote({ mentions_given: given, outcome_stated: stated, outcome }: Explanation): Content {
  if (given) {
    return html`<p class="note">This answer’s import listed the brands it names. Figures count that list; Sightline did not read its text.`;
  }
  if (stated && outcome === 'empty') {
    return html`<p class="note">According to its import, this answer names no tracked brand; Sightline did not read its text.</p>`;
  }
  return null;
}

function brandReading(brand: ExplainedBrand, index: number, explanation: Explanation): Html {
  const judged = verdictOn(explanation.judged, brand);
  const reasons = reasonsFor(brand, index, judged !== null);
  return html`<div class="brand-reading">
<h3><bdi>${brand.brand}</bdi>${brand.role === 'self' && html` <span class="chip">this brand</span>`}</h3>
<p>${brand.stored === null ? 'Not tracked when this answer was stored' : [verdict(brand.stored, brand), explanation.mentions_given || !brand.stored.mentioned ? '' : ' by rules']}</p>
${difference(brand, explanation)}
${judged}
${reasons.length > 0 && html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
</div>`;
}

/** The difference between the stored and the current reading. */
function difference(
  { stored, read, ...brand }: ExplainedBrand,
  { mentions_given: given }: Explanation,
): Content {
  if (stored !== null && sameReading(stored, read)) return null;
  return html`<p class="differs">${given ? 'Its text reads' : 'A rescan would read'}: ${verdict(read, { ...brand, read, stored })}</p>`;
}

/** The model's verdict with its words; null if no model read the answer, or it does not name the brand. */
function verdictOn(judged: ExplainedModel | null, { brand, stored }: ExplainedBrand): Html | null {
  if (judged === null || stored?.mentioned !== true) return null;
  const { reader } = judged;
  if (judged.state === 'not_judged') return html`<p>Not judged: ${reader} could not read it</p>`;
  const at = judged.names.findIndex((each) => each.brand === brand);
  const found = judged.names[at];
  if (found === undefined) return html`<p>No verdict with proof by ${reader}</p>`;
  const words = found.words.map(
    ({ text, line }, place) =>
      html`${place > 0 && ', '}“<a href="#${verdictId(at, place)}"><bdi>${text}</bdi></a>” in line ${line}`,
  );
  return html`<p><b>${VERDICT_WORDS[found.verdict]}</b>, read by ${reader}${words.length > 0 && html`: ${words}`}</p>`;
}

const VERDICT_WORDS: Readonly<Record<ExplainedVerdict['verdict'], string>> = {
  recommended: 'Recommended',
  negative: 'Negative',
  neutral: 'Neutral',
  both: 'For it and against it, so no framing',
};

function sameReading(one: ExplainedMention, other: ExplainedMention): boolean {
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}

function factsOf({ mentioned, rank, count, framing, framing_signals: signals }: ExplainedMention) {
  return { mentioned, rank, count, framing, signals };
}

function verdict(
  { mentioned, rank, count, framing, framing_signals: signals }: ExplainedMention,
  brand: ExplainedBrand,
): string {
  if (!mentioned) return brand.nothing_known ? 'named only as unknown to the engine' : 'not named';
  const times =
    count === null
      ? 'named'
      : count === 1
        ? 'named once'
        : count === 2
          ? 'named twice'
          : `named ${count} times`;
  const of = rank !== null && brand.rank?.position === rank ? ` of ${brand.rank.entries}` : '';
  const position = rank === null ? 'no list position' : `position ${rank}${of}`;
  const framed = framing ?? (signals === null ? 'no framing' : 'cues in both directions, so no framing');
  return `${times} · ${position} · ${framed}`;
}

/** @param isJudged by a model, whose words are marked instead of the rules' cues */
function reasonsFor(brand: ExplainedBrand, index: number, isJudged: boolean): Content[] {
  return [
    ...namesReason(brand, index),
    ...brand.matches.flatMap((match, place) =>
      match.counts
        ? []
        : [
            html`“<a href="#${nameId(index, place)}"><bdi>${match.text}</bdi></a>” is not counted: ${match.reason}`,
          ],
    ),
    ...rankReason(brand),
    ...(isJudged ? [] : framingReasons(brand, index)),
  ];
}

function framingReasons(brand: ExplainedBrand, index: number): Content[] {
  const cues = (brand.framing?.cues ?? []).map((cue, place) => cueReason(cue, brand, cueId(index, place)));
  return [...cues, ...framingReason(brand)];
}

const MOST_PLACES = 12;

function namesReason({ matches }: ExplainedBrand, index: number): Content[] {
  const counted = matches.map((match, place) => ({ match, place })).filter(({ match }) => match.counts);
  if (counted.length === 0) return [];
  const links = counted
    .slice(0, MOST_PLACES)
    .map(
      ({ match, place }) =>
        html` <a href="#${nameId(index, place)}"><bdi>${match.text}</bdi></a>${aliasText(match)}`,
    );
  const more = counted.length > MOST_PLACES ? ` and ${counted.length - MOST_PLACES} more` : '';
  return [html`Named as${links.map((link, at) => [at > 0 && ',', link])}${more}`];
}

function aliasText({ name, text }: { readonly name: string | null; readonly text: string }): string {
  if (name === null) return ' (its domain)';
  return name.toLowerCase() === text.toLowerCase() ? '' : ` (for ${name})`;
}

const RULES: Readonly<Record<string, string>> = {
  'ordered list': 'a numbered list',
  'numbered heading': 'numbered headings',
  'rank column': 'the rank column of a table',
  'numbered line': 'numbered lines',
};

function rankReason({ rank }: ExplainedBrand): Content[] {
  if (rank === null) return [];
  const others = rank.lists > 1 ? `, the strongest of ${rank.lists} lists that rank it` : '';
  return [`Position ${rank.position} by ${RULES[rank.rule] ?? rank.rule} of ${rank.entries}${others}`];
}

const FAMILIES: Readonly<Record<string, string>> = {
  pick: 'a pick',
  scoped: 'a pick for some use',
  rejection: 'advice against it',
};

function cueReason(cue: ExplainedCue, { brand }: ExplainedBrand, id: string): Content {
  const framed = html`${cue.direction === 'recommended' ? 'Recommended' : 'Negative'} by “<a href="#${id}"><bdi>${cue.text}</bdi></a>”`;
  const hedge = cue.hedge !== null && html`, hedged by “<bdi>${cue.hedge}</bdi>”`;
  return html`${framed}, ${FAMILIES[cue.family] ?? cue.family} said of <bdi>${brand}</bdi>${hedge}`;
}

const UNDECIDED: Readonly<Record<string, string>> = {
  'cues in both directions': 'Cues for it and against it, so no framing',
  'a bare item without cues': 'Only an item, a heading, or a cell, so no framing',
  'prose without cues': 'Neutral: a sentence names it, without a cue for or against it',
};

function framingReason({ framing }: ExplainedBrand): Content[] {
  return framing?.reason ? [UNDECIDED[framing.reason] ?? framing.reason] : [];
}
