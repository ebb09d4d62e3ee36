import { actions } from '../../../actions/index.ts';
import { engineOf } from '../../../domain/answers/engine.ts';
import { linkActor, SPOT_CHECKS } from '../../../domain/brand/spot-check.ts';
import { ordinal } from '../../../domain/figures/standing.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { dayOf } from '../../../domain/time/period.ts';
import { type ExplainedSpotCheck, explainSpotCheck } from '../../../pipeline/declare/spot-checks.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { marksOf } from '../../answer-text/answer-marks.ts';
import { type Odds, oddsFigure, of100 } from '../../charts/odds.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { linesField, selectField, textField } from '../../parts/form/field.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { shortDays } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import {
  accountText,
  headline,
  headlineForClient,
  inWords,
  leadForClient,
  type OddsRow,
  type Seen,
  saidIn,
  whoIn,
} from './spot-check-words.ts';

/** Pasting an answer that a person saw; how usual it is. Readers of client links see only what they pasted. */
export const spotCheckRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/spot-check',
    who: 'viewer',
    shared: 'spot-check',
    // The text is read in a thread.
    isOutsideSnapshot: true,
    get: async (visit) => await spotCheckPage(visit),
    does: ['check', 'remove'],
    post: async (visit, form) =>
      form.get('do') === 'remove' ? await remove(visit, form) : await check(visit, form),
    takesSharedForm: true,
    takesLongText: true,
  },
];

type Envelope = EnvelopeOf<typeof reports.spotChecks>;
type CheckRow = RowOf<typeof reports.spotChecks, 'checks'>;

const FIELDS = ['text', 'engine', 'question', 'day', 'person', 'replaces'] as const;

/** The form's fields. */
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

interface Shown {
  readonly visit: Visit;
  readonly envelope: Envelope;
  /** The spot check in the address; null for none. */
  readonly found: ExplainedSpotCheck | null;
  readonly seen: Seen | null;
  /** The market whose answers count, in words; null for the only one. */
  readonly market: string | null;
  readonly typed: Typed;
  readonly refusal: Refusal | null;
}

async function check(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  // Browsers send line breaks as two characters, which the limit does not count.
  const of = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n');
  const typed = Object.fromEntries(FIELDS.map((name) => [name, of(name)])) as Typed;
  return await formOutcome(
    visit.act(actions.check_answer, typed),
    ({ data }) => redirect(visit.address('spot-check', { check: data.spot_check.id })),
    async (refusal) => await spotCheckPage(visit, { typed, refusal }),
  );
}

async function remove(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  await visit.act(actions.remove_spot_check, { id: form.get('id') ?? '' });
  return redirect(visit.address('spot-check', { check: null }));
}

async function spotCheckPage(
  visit: Visit,
  refused: { readonly typed: Typed; readonly refusal: Refusal } | null = null,
): Promise<Outcome> {
  const id = visit.query.get('check');
  const { viewer } = visit;
  const by = viewer.kind === 'link' ? linkActor(viewer.report) : null;
  const { explain } = visit.deps.texts;
  const found =
    id === null || refused ? null : await explainSpotCheck(visit.db, visit.brand.id, { id, by }, explain);
  const envelope = await visit.figures(reports.spotChecks, { limit: String(MOST_LISTED) });
  const shown: Shown = {
    visit,
    envelope,
    found,
    seen: found && (await seenOf(visit, envelope, found)),
    market: await marketOf(visit),
    typed: refused?.typed ?? typedOf(visit, found),
    refusal: refused?.refusal ?? null,
  };
  const isClient = viewer.kind === 'link';
  return page({
    title: `Spot check · ${visit.brand.name}`,
    figures: [reports.spotChecks],
    ...(refused && { status: refused.refusal.status }),
    csv: [{ label: 'What people saw', href: visit.to('csv/spot-checks') }],
    main: isClient ? await mainForClient(shown) : await mainForUser(shown),
  });
}

const MOST_LISTED = 50;

async function marketOf(visit: Visit): Promise<string | null> {
  const { markets } = await visit.sliceChoices();
  const { market } = await visit.ofOneMarket();
  return (markets.length > 1 && markets.find(({ name }) => name === market)?.words) || null;
}

function typedOf({ viewer, now }: Visit, found: ExplainedSpotCheck | null): Typed {
  if (found !== null) {
    const { text, engine, question, day, person, publicId: replaces } = found;
    return { text, engine, question, day: formatDay(day), person, replaces };
  }
  const person = viewer.kind === 'user' ? viewer.user.name.slice(0, SPOT_CHECKS.person) : '';
  return { text: '', engine: '', question: '', day: formatDay(dayOf(now)), person, replaces: '' };
}

async function seenOf(visit: Visit, { data }: Envelope, found: ExplainedSpotCheck): Promise<Seen> {
  const { engine, questionId, named: isNamed } = found;
  const odds = data.engines.find((row) => row.engine === engine) ?? null;
  return { brand: visit.brand.name, engine, isNamed, odds, own: await ownCounts(visit, engine, questionId) };
}

/** The engine's answers to the question in the page's window; null for none. */
async function ownCounts(visit: Visit, engine: string, question: string | null): Promise<Seen['own']> {
  if (question === null) return null;
  const { data } = await visit.figures(reports.questions, { engines: '1', question: [question] });
  const row = data[0]?.engines?.find((each) => each.engine === engine);
  return row === undefined || row.responses === 0 ? null : row;
}

async function mainForUser(shown: Shown): Promise<Html> {
  const { visit, seen } = shown;
  return html`<header class="page-head"><h1>${seen === null ? `Did somebody see an answer without ${visit.brand.name}?` : headline(seen)}</h1>
${seen === null && html`<p class="lead">Paste it here: Sightline reads it like any other, and says how usual that is.</p>`}</header>
<div class="columns spot-check">
<section aria-labelledby="paste"><h2 id="paste">What did they see?</h2>${pasteForm(shown)}</section>
<div>${await whatItSays(shown)}${oddsSection(shown)}</div>
</div>
${peopleSection(shown)}`;
}

async function mainForClient(shown: Shown): Promise<Html> {
  const { visit, found, seen } = shown;
  const only = html`<p class="help">Only ${visit.caller.organizationName} sees what you paste.</p>`;
  if (found === null || seen === null) {
    return html`<header class="page-head"><h1>What did the engine tell you?</h1>
<p class="lead">Paste its answer, and see how usual that is.</p></header>
<div class="spot-check">${pasteForm(shown)}${only}</div>`;
  }
  return html`<header class="page-head"><h1>${headlineForClient(seen)}</h1>
<p class="lead">${leadForClient(seen)}</p></header>
<div class="spot-check">${oddsSection(shown)}${await whatItSays(shown)}
<p><a class="button primary" href="${visit.address('spot-check', { check: null })}">Paste another answer</a></p>${only}</div>`;
}

function pasteForm({ visit, envelope, typed, refusal, found }: Shown): Html {
  const engines = enginesOf(envelope);
  if (engines.length === 0)
    return emptyState(
      visit,
      'No engine is asked and none has answered, so there is nothing to compare with.',
    );
  const { text, question, day, person } = actions.check_answer.input;
  const choices = engines.map(({ engine, engine_name: name }) => [engine, name] as const);
  const isClient = visit.viewer.kind === 'link';
  return html`${refusalNote(refusal)}<form method="post" action="${visit.address('spot-check')}">
${typed.replaces !== '' && html`<input type="hidden" name="replaces" value="${typed.replaces}">`}
${linesField({ name: 'text', label: 'The answer, pasted', value: typed.text, rows: 8, of: text })}
<div class="fields">${selectField({ name: 'engine', label: 'Where', value: typed.engine, choices })}
${textField({ name: 'day', label: 'When', type: 'date', value: typed.day, of: day })}
${textField({ name: 'person', label: isClient ? 'Your name (optional)' : 'Seen by', value: typed.person, of: person })}</div>
${textField({ name: 'question', label: 'Asked', value: typed.question, of: question, ...(found && { help: matchText(found) }) })}
<p class="row"><button class="primary" name="do" value="check">${found === null ? 'Read it' : 'Read it again'}</button>${
    visit.mayEdit &&
    html`<a class="button" href="${visit.to('reports')}">Ask your client to paste: make a link</a>`
  }</p>
${!isClient && html`<p class="help">Kept for ${SPOT_CHECKS.days} days with its person and date, apart from the engines’ answers: it enters no share.</p>`}
</form>`;
}

function matchText({ questionId }: ExplainedSpotCheck): Content {
  return questionId === null
    ? 'Not one of your questions: it counts like others of this kind.'
    : html`<span class="better">✓ one of your questions</span>`;
}

async function whatItSays({ visit, found, seen }: Shown): Promise<Html | null> {
  if (found === null || seen === null) return null;
  const { brand, engine, own } = seen;
  const isRead = found.brands.length > 0;
  const isStale =
    isRead && found.brands.some(({ role, read }) => role === 'self' && read.mentioned !== found.named);
  const options = { marks: marksOf({ ...found, judged: null }), under: 2 } as const;
  const answers =
    found.questionId === null ? null : visit.answers({ engine, prompt: found.questionId, names: 'self' });
  const counts = own && `${own.present} of ${own.responses}`;
  return html`<section aria-labelledby="says"><h2 id="says">${visit.viewer.kind === 'link' ? 'What you pasted' : 'What it says'}</h2>
<div class="answer">${await visit.deps.texts.answerHtml(found.text, options)}</div>
<p class="spot-said">${saidIn(brand, found)}${counts && html` To this question ${inWords(engine)} named <bdi>${brand}</bdi> in ${answers === null ? counts : html`<a href="${answers}">${counts}</a>`} answers.`}</p>
${!isRead && html`<p class="note">Reading this answer takes too much time, so no names are marked.</p>`}
${isStale && html`<p class="note">Your names changed since it was pasted. Read it again to count it so.</p>`}
</section>`;
}

/** How usual a miss is, on the engine of the spot check or, without one, the form's first with odds. */
function oddsSection({ visit, envelope, found, seen, market }: Shown): Html | null {
  const first = enginesOf(envelope).find(({ rate }) => rate !== null) ?? null;
  const odds = found === null ? first : (seen?.odds ?? null);
  if (odds === null) return null;
  const { engine, present, responses, rate, interval, min_sample: least } = odds;
  const title = found === null ? 'How usual a miss is' : 'How usual that is';
  const heading = html`<h2 id="usual">${title}</h2>`;
  const { from, until } = envelope.meta.window;
  const days = shortDays({ from: Date.parse(from), to: Date.parse(until) + 1 }, visit.now);
  const brand = html`<bdi>${visit.brand.name}</bdi>`;
  if (rate === null || interval === null) {
    return html`<section aria-labelledby="usual">${heading}<p class="empty">From ${inWords(engine)}, ${days}: ${present} of ${responses} answers name ${brand}. Below ${least} answers there are no odds.</p></section>`;
  }
  const named = `${of100(rate)}% (${of100(interval.lower)} to ${of100(interval.upper)}%)`;
  const caption = html`From ${inWords(engine)}’s ${responses.toLocaleString('en-US')} answers${market !== null && html` in the market <bdi>${market}</bdi>`}, ${days}: ${named} name ${brand}.`;
  const menu = copyMenu(visit, { name: 'odds', title, csv: visit.to('csv/spot-checks') });
  const all = visit.viewer.kind === 'link' ? oddsOf(odds).slice(0, 2) : oddsOf(odds);
  return html`<section aria-labelledby="usual">${heading}${oddsFigure(caption, all, menu)}</section>`;
}

/** Engines that people see first, as they rarely ask an API. */
function enginesOf({ data }: Envelope): readonly OddsRow[] {
  const isApi = ({ engine }: OddsRow) => Number(engineOf(engine).method === 'api');
  return data.engines.toSorted((one, other) => isApi(one) - isApi(other));
}

function oddsOf({ interval, ...odds }: OddsRow): Odds[] {
  const { one_miss: one, three_misses: three, one_question_misses: repeated } = odds;
  if (interval === null || one === null || three === null) return [];
  const isRepeating = repeated !== null && of100(repeated) > of100(three);
  const ends = { lower: 1 - interval.upper, upper: 1 - interval.lower };
  return [
    { name: 'One try, no mention', chance: one, interval: ends },
    { name: 'Three tries, three misses', chance: three, interval: odds.three_misses_interval },
    ...(repeated === null
      ? []
      : [
          {
            name: 'One question, three times',
            chance: repeated,
            interval: null,
            ...(isRepeating && REPEATS),
          },
        ]),
  ];
}

const REPEATS = { remark: 'it repeats itself' };

function peopleSection({ visit, envelope, market }: Shown): Html {
  const { accounts } = envelope.data;
  const told = accounts.filter(({ expected }) => expected !== null);
  const shown = (told.length > 0 ? told : accounts).slice(0, MOST_ACCOUNTS);
  const table = reportTable(visit, reports.spotChecks, envelope, {
    list: 'checks',
    caption: `Answers that people saw about ${visit.brand.name}`,
    without: ['id', 'position'],
    instead: {
      person: (row: CheckRow) => html`<bdi>${whoIn({ of: 'person', ...row })}</bdi>`,
      question: (row: CheckRow) =>
        html`<a href="${visit.address('spot-check', { check: row.id })}"><bdi>${row.question}</bdi></a>`,
      named: ({ named, position }: CheckRow) =>
        named
          ? html`<span class="better">named${position !== null && `, ${ordinal(position)}`}</span>`
          : 'not named',
    },
    ...(visit.mayEdit && { more: { label: 'Remove', cell: (row: CheckRow) => removeForm(visit, row) } }),
  });
  return html`<section aria-labelledby="people"><h2 id="people">What people saw so far</h2>
${shown.length > 0 && html`<ul class="spot-accounts help">${shown.map((row) => html`<li><bdi>${whoIn(row)}</bdi>, ${inWords(row.engine)}: ${accountText(row)}</li>`)}</ul>`}
${market !== null && envelope.data.checks.length > 0 && html`<p class="help">Nobody says in which market they asked: each try is compared with the answers in <bdi>${market}</bdi>.</p>`}
${table}</section>`;
}

const MOST_ACCOUNTS = 10;

function removeForm(visit: Visit, { id, question }: CheckRow): Html {
  return html`<form method="post" action="${visit.address('spot-check')}"><input type="hidden" name="id" value="${id}"><button class="as-link danger" name="do" value="remove">Remove<span class="unseen"> ${question}</span></button></form>`;
}
