import { engineNameOf } from '../../../domain/answers/engine.ts';
import { type ReaderOption, readerOptions } from '../../../pipeline/judge/choose-reader.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { monthWords, readBy } from '../../parts/words/reader-words.ts';
import type { Visit } from '../../visit/visit.ts';
import { newestFramed } from './data.ts';
import { ofAnswers, quoteColumn } from './quotes.ts';
import { WAY_CHIPS } from './theme-table.ts';

/** What rules find on one engine without a model: counts and the newest sentences, but no shares. */
export interface FoundByRules {
  readonly engine: string;
  readonly sentiment: EnvelopeOf<typeof reports.sentiment>;
  readonly warning: readonly Answer[];
  readonly recommending: readonly Answer[];
  /** The readers that somebody could turn on here. */
  readonly options: readonly ReaderOption[];
}

type Answer = RowOf<typeof reports.answers>;

export async function foundByRules(visit: Visit, engine: string): Promise<FoundByRules> {
  const [sentiment, warning, recommending] = await Promise.all([
    visit.figures(reports.sentiment, { engine, compare: undefined }),
    newestFramed(visit, engine, 'negative'),
    newestFramed(visit, engine, 'recommended'),
  ]);
  const { readers = [] } = visit.mayEdit ? await visit.deps.engines(visit.db) : {};
  const options = await readerOptions(visit.db, visit.now, visit.caller.organizationId, readers);
  return { engine, sentiment, warning, recommending, options };
}

/** @param engines links to the other engines */
export function rulesPage(visit: Visit, found: FoundByRules, engines: Content): Html {
  const { engine, sentiment, warning, recommending } = found;
  const row = sentiment.data.find(({ is_you: isYou }) => isYou);
  const [recommended, negative] = [row?.recommended ?? 0, row?.negative ?? 0];
  const link = (id: 'recommended_share' | 'negative') =>
    row === undefined ? null : linkToAnswers(visit, reports.sentiment, sentiment, id, row);
  const column = (title: string, chip: Content, { count, href, answers }: Found) =>
    quoteColumn(visit, {
      title,
      aside: href === null || count === 0 ? null : html`<a href="${href}">${count} found</a>`,
      quotes: ofAnswers(answers),
      chip,
      none: 'Rules found none.',
    });
  return html`<header class="page-head">
<h1>Rules find ${recommended} ${recommended === 1 ? 'answer' : 'answers'} of ${engineNameOf(engine)} that ${recommended === 1 ? 'recommends' : 'recommend'} ${visit.brand.name} and ${negative} that ${negative === 1 ? 'warns' : 'warn'}. They miss most.</h1>
<p class="lead">${readBy(visit, sentiment.meta.reader)}. They find about one in four recommendations and one in five warnings. So this page counts what was found, gives no shares, and compares nobody.</p>
</header>
${engines}
${turnOn(visit, found)}
<div class="said-columns">${column('Warns', WAY_CHIPS.negative, { count: negative, href: link('negative'), answers: warning })}${column('Recommends', WAY_CHIPS.recommended, { count: recommended, href: link('recommended_share'), answers: recommending })}</div>`;
}

interface Found {
  readonly count: number;
  readonly href: string | null;
  readonly answers: readonly Answer[];
}

/** The way to a model; nothing for readers who cannot change it. */
function turnOn(visit: Visit, { options }: FoundByRules): Content {
  const prices = options.map(
    ({ engine: { access, adapter }, answers, estimated_usd: usd }, index) =>
      html`${index > 0 && ', '}${access.model} (${adapter.name}): ${monthWords(answers, usd)}`,
  );
  // Who chose rules has a model.
  if (!visit.mayEdit || visit.choice.reader === 'rules') return null;
  return html`<section class="note" aria-labelledby="turn-on"><h2 id="turn-on">With a key of your own</h2>
<p>A model reads every answer whole: themes, facts, and how each brand is treated. Each verdict points at the words it rests on. Names and positions stay with the rules. A model on your own machine works too.</p>
<p><a href="${visit.address('collecting')}#reader">Turn it on</a>${prices.length > 0 && html` with a key that is here: ${prices}`}. <a href="/docs/reader">How it reads, and what it costs</a></p></section>`;
}
