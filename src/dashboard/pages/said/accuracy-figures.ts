import { LEAST_LABELS } from '../../../domain/answers/label.ts';
import type { Interval, Proportion } from '../../../domain/figures/proportion.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import type { Labeling } from '../../../pipeline/declare/labels.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import {
  agreement,
  type CheckedName,
  checkedNames,
  foundBy,
  inventedBy,
  unclassified,
} from '../../../reports/said/calibration.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { shownEngine } from './data.ts';

/** What each reader made of the random labels. */
export function labelTable({ labels, model }: Pick<Labeling, 'labels' | 'model'>): Html {
  const readers = [
    ...(model === null ? [] : [{ label: 'Model', names: checkedNames(labels, model) }]),
    { label: 'Rules', names: checkedNames(labels, null) },
  ];
  const others = labels.filter(({ sample, label }) => sample === 'disagreement' && label !== null).length;
  return html`<section aria-labelledby="so-far"><h2 id="so-far">What your labels say so far</h2>
<table class="label-table">
<thead><tr><th scope="col">Random sentences</th>${readers.map(({ label }) => html`<th scope="col" class="figure">${label}</th>`)}</tr></thead>
<tbody>${QUESTIONS.map(
    ([words, count]) =>
      html`<tr><th scope="row">${words}</th>${readers.map(({ names }) => html`<td class="figure">${outOf(count(names))}</td>`)}</tr>
`,
  )}</tbody></table>
<p class="help">Found and invented count the sentences that a reader judged, as reports do.</p>
${
  others > 0 &&
  html`<p class="help">${others} more ${others === 1 ? 'label is' : 'labels are'} of sentences on which model and rules disagree; they show where the guideline fails, and count in no share.</p>`
}</section>`;
}

const QUESTIONS: readonly (readonly [words: string, count: (names: readonly CheckedName[]) => Proportion])[] =
  [
    ['agree with you', agreement],
    ['not judged, or both', unclassified],
    ['recommendations found', (names) => foundBy(names, 'recommended')],
    ['warnings found', (names) => foundBy(names, 'negative')],
    ['recommendations invented', (names) => inventedBy(names, 'recommended')],
  ];

function outOf({ events, trials }: Proportion): Content {
  if (trials === 0) return html`<span class="few">none yet</span>`;
  return html`<b>${events}</b> <small class="muted">of ${trials}${trials < MIN_SAMPLE && ', few'}</small>`;
}

type Row = RowOf<typeof reports.sentiment>;

/** The brand's share on the engine with most answers: counted, corrected, and with more labels. */
export async function whatMoreGives(visit: Visit): Promise<Content> {
  const engine = (await shownEngine(visit))?.engine;
  if (engine === undefined) return null;
  const sentiment = await visit.figures(reports.sentiment, { engine, compare: undefined });
  const row = sentiment.data.find(({ is_you: isYou }) => isYou);
  if (!row?.interval || row.recommended_share === null) return null;
  return html`<section aria-labelledby="more"><h2 id="more">What more labels give</h2>
${row.corrected === null ? notYet(sentiment) : shares(visit, row, row.corrected)}</section>`;
}

function notYet({ meta }: EnvelopeOf<typeof reports.sentiment>): Html {
  const { calibration, reader } = meta;
  return html`<p class="help">${
    calibration === null
      ? `Shares are not calibrated yet: from ${LEAST_LABELS} random labels of names that ${reader.name} classified, reports show the corrected share.`
      : `Reports show no corrected share in this language yet: it needs ${LEAST_LABELS} random labels, one reader for the whole window, and a reader better than chance.`
  }</p>`;
}

function shares(visit: Visit, row: Row, corrected: NonNullable<Row['corrected']>): Html {
  const { share, interval, labels, labels_to_halve: more } = corrected;
  const lines = [
    { name: 'counted', share: row.recommended_share ?? 0, interval: row.interval ?? interval },
    { name: `corrected, ${labels} labels`, share, interval },
    ...(more === null
      ? []
      : [{ name: `with ${labels + more} labels`, share, interval: halved(share, interval), isGuess: true }]),
  ];
  return html`<table class="label-table">
<thead><tr><th scope="col">Share</th><th scope="col" class="dot-cell"><span class="unseen">0 to 100%</span>${percentAxis()}</th><th scope="col" class="figure">95% interval</th></tr></thead>
<tbody>${lines.map((line) => shareRow(line))}</tbody></table>
<p class="help">Share of ${row.engine_name} answers that recommend <bdi>${visit.brand.name}</bdi>, among those judged. ${
    more === null
      ? 'More labels alone cannot halve the interval: it needs more answers.'
      : `About ${more.toLocaleString('en-US')} more random labels halve the interval.`
  }</p>`;
}

function halved(share: number, { lower, upper }: Interval): Interval {
  return { lower: (share + lower) / 2, upper: (share + upper) / 2 };
}

interface ShareLine {
  readonly name: string;
  readonly share: number;
  readonly interval: Interval;
  readonly isGuess?: boolean;
}

function shareRow({ name, share, interval, isGuess }: ShareLine): Html {
  const figure = { present: 0, responses: 0, rate: share, min_sample: MIN_SAMPLE, interval };
  const [lower, upper] = [interval.lower, interval.upper].map((end) => Math.round(100 * end));
  return html`<tr><th scope="row">${name}</th><td class="wide dot-cell">${dotWithInterval({ name, figure, href: null })}</td><td class="figure"><small>${isGuess && 'about '}${lower} to ${upper}%</small></td></tr>
`;
}
