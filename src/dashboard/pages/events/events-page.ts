import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import type { EventKind } from '../../../domain/brand/event.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { tagKey } from '../../../domain/questions/tags.ts';
import { formatDay, formatInstant } from '../../../domain/time/instant.ts';
import { DAY_MS, dayOf } from '../../../domain/time/period.ts';
import { eventsOf } from '../../../pipeline/declare/events.ts';
import { reports } from '../../../reports/index.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { differenceOf } from '../../../stats/rates/intervals.ts';
import { rateText } from '../../charts/rates.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import { mostOf, optionsOf } from '../../parts/form/limits.ts';
import { formOutcome, type Refusal } from '../../parts/form/refusal.ts';
import { sharedText } from '../../parts/table/change.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import type { EventRow } from '../../parts/words/rows.ts';
import { dateText, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { endOf, isUpToDate } from '../../visit/window.ts';

/** Events by day, and a form to add one. */
export const eventRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/events',
    who: 'viewer',
    whoPosts: 'editor',
    get: async (visit) => await eventsPage(visit, openedWith(visit)),
    does: ['add', 'remove'],
    post: async (visit, form) =>
      form.get('do') === 'remove'
        ? await remove(visit, form.get('id') ?? '')
        : await add(
            visit,
            typedIn((name) => form.get(name) ?? ''),
          ),
  },
  {
    path: '/brands/:brand/events/:event',
    who: 'viewer',
    get: async (visit) => await eventPage(visit, visit.params.event ?? ''),
  },
];

/** Typed fields. */
interface Typed {
  /** The page that opened the form; '' for this page. */
  readonly back: string;
  readonly day: string;
  readonly kind: string;
  readonly text: string;
  readonly tag: string;
}

/** Charts link here with a day, a text, and their own address. */
function openedWith({ query }: Visit): Typed {
  const about = query.get('about') ?? '';
  const text = about === '' ? '' : `${about}: `;
  return { ...typedIn((name) => query.get(name) ?? ''), kind: 'other', text, tag: '' };
}

function typedIn(field: (name: string) => string): Typed {
  return {
    day: field('day'),
    kind: field('kind'),
    text: field('text'),
    tag: field('tag'),
    back: field('back'),
  };
}

const KIND_NAMES: Readonly<Record<EventKind, string>> = {
  page: 'New page',
  campaign: 'A campaign',
  model: 'Model change',
  questions: 'Question change',
  names: 'Name change',
  plan: 'Plan change',
  other: 'Other',
};

async function eventsPage(visit: Visit, typed: Typed, refusal: Refusal | null = null): Promise<Outcome> {
  // Today's events as well, though figures end with the last finished day.
  const isEarlier = endOf(visit.window, visit.now) < formatDay(dayOf(visit.now));
  const addsToday = isEarlier && isUpToDate(visit.window, visit.now);
  const events = await visit.figures(reports.events, addsToday ? { until: undefined } : {});
  const options = {
    caption: `Events of ${visit.brand.name}`,
    instead: { tag: (row: EventRow) => tagCell(visit, row) },
    ...(visit.mayEdit && {
      more: { label: 'Remove', cell: (row: { id: string | null; text: string }) => removeForm(visit, row) },
    }),
  };
  return page({
    title: `What we did · ${visit.brand.name}`,
    figures: [reports.events],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'Events', href: visit.to('csv/events') }],
    main: html`<header class="page-head">
<h1>What we did</h1>
<p class="lead">${windowText(resolvedWindow(visit.window, visit.now).meta)}${addsToday && ', and today so far'}</p>
<p class="muted small">Every trend marks them, and alerts list them. Sightline adds changes to questions, names, and the plan, and a model’s first day. An event near a change coincides with it; it may not be the cause.</p>
</header>
${visit.mayEdit && addForm(visit, typed, refusal, (await visit.sliceChoices()).tags)}
${reportTable(visit, reports.events, events, options)}`,
  });
}

function addForm(
  visit: Visit,
  { day, kind, text, tag, back }: Typed,
  refusal: Refusal | null,
  tags: readonly string[],
): Html {
  const { text: said, kind: kinds } = actions.add_event.input;
  const about = ['', ...tags].map((each): Option => [each, each === '' ? 'All questions' : each]);
  const what = { name: 'text', label: 'Event', help: `At most ${mostOf(said)} characters.`, of: said };
  return html`<form method="post" action="${visit.address('events')}">
${back !== '' && html`<input type="hidden" name="back" value="${back}"><p class="muted">You return to the chart afterwards.</p>`}
${textField({ ...what, value: text, error: refusal?.message })}
${textField({ name: 'day', label: 'Day (UTC)', help: 'Empty means today.', type: 'date', value: day })}
${selectField({ name: 'kind', label: 'Kind', choices: optionsOf(kinds, KIND_NAMES), value: kind })}
${tags.length > 0 && selectField({ name: 'tag', label: 'About the questions with the tag', help: 'Its page then compares them with the other questions, before and after the day.', choices: about, value: tag })}
<p class="field"><button class="primary" name="do" value="add">Note event</button></p>
</form>`;
}

/** Links to the page that compares the tag's questions with the others. */
function tagCell(visit: Visit, { id, tag }: EventRow): Content {
  return id !== null && tag !== null && html`<a href="${visit.to(`events/${id}`)}"><bdi>${tag}</bdi></a>`;
}

/** Only noted events are removable. */
function removeForm(
  visit: Visit,
  { id, text }: { readonly id: string | null; readonly text: string },
): Html | null {
  if (id === null) return null;
  return html`<form method="post" action="${visit.address('events')}"><input type="hidden" name="id" value="${id}"><button class="as-link danger" name="do" value="remove">Remove<span class="unseen"> ${text}</span></button></form>`;
}

async function add(visit: Visit, typed: Typed): Promise<Outcome> {
  const { back, ...event } = typed;
  return await formOutcome(
    visit.act(actions.add_event, event),
    () => {
      const path = ownPath(back);
      return redirect(path.startsWith(`${visit.base}/`) ? path : visit.address('events'));
    },
    async (refusal) => await eventsPage(visit, typed, refusal),
  );
}

async function remove(visit: Visit, id: string): Promise<Outcome> {
  await visit.act(actions.remove_event, { id });
  return redirect(visit.address('events'));
}

type Visibility = EnvelopeOf<typeof reports.visibility>;
type Row = Visibility['data']['engines'][number];

/** The most days to compare on each side of an event. */
const DAYS = 28;

/** The questions with the event's tag, or those without it. */
type Side = { readonly tag: [string] } | { readonly tag_not: [string] };

/** A noted event; with a tag, its questions and the others before and after its day. @throws SightlineError `not_found` */
async function eventPage(visit: Visit, id: string): Promise<Outcome> {
  const event = (await eventsOf(visit.db, visit.brand.id)).find(({ publicId }) => publicId === id);
  if (event === undefined) throw new SightlineError('not_found', 'There is no such event.');
  const { day, text, tag } = event;
  return page({
    title: `${text} · ${visit.brand.name}`,
    figures: [reports.visibility],
    ownWindow: true,
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('events')}">What we did</a></p>
<h1><bdi>${text}</bdi></h1>
<p class="lead">${dateText(new Date(day * DAY_MS))}</p>
</header>
${tag === null ? html`<p class="empty">This event names no tag, so there is nothing to compare.</p>` : await compared(visit, day, tag)}`,
  });
}

async function compared(visit: Visit, day: number, tag: string): Promise<Html> {
  const { tags } = await visit.sliceChoices();
  if (!tags.some((each) => tagKey(each) === tagKey(tag)))
    return html`<p class="empty">No question has the tag <bdi>${tag}</bdi> now.</p>`;
  const [tagged, others] = await Promise.all([
    visibility(visit, day, { tag: [tag] }),
    visibility(visit, day, { tag_not: [tag] }),
  ]);
  const { meta, data } = tagged;
  const rows = data.engines.map((row) => {
    const other = others.data.engines.find(({ engine }) => engine === row.engine);
    return html`<tr><th scope="row">${engineNameOf(row.engine)}</th>
<td data-label="${tag}">${sideCell(visit, row, meta, { tag: [tag] })}</td>
<td data-label="Other questions">${other && sideCell(visit, other, meta, { tag_not: [tag] })}</td>
<td data-label="Difference">${differenceCell(row, other)}</td></tr>
`;
  });
  const days = `${meta.window_days} ${meta.window_days === 1 ? 'day' : 'days'}`;
  return html`<section aria-labelledby="compared"><h2 id="compared">Questions with the tag <bdi>${tag}</bdi>, and the others</h2>
<p class="help">${days} from the event’s day on (${windowText(meta)}) and as long before${meta.compared && ` (${windowText({ window: meta.compared })})`}. The difference is the tagged questions’ change minus the others’, in points with its 95% interval. It holds for these questions, and contains whatever else happened to only one of the two groups.</p>
<table class="cards"><caption class="unseen">Answers that name ${visit.brand.name} before and after the event</caption>
<thead><tr><th scope="col">Engine</th><th scope="col"><bdi>${tag}</bdi></th><th scope="col">Other questions</th><th scope="col">Difference</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** From the event's day on, up to 28 days or now, and as long before. */
async function visibility(visit: Visit, day: number, side: Side): Promise<Visibility> {
  const from = day * DAY_MS;
  return await visit.figures(reports.visibility, {
    days: undefined,
    month: undefined,
    from: formatInstant(from),
    until: formatInstant(Math.min(from + DAYS * DAY_MS - 1, visit.now)),
    compare: 'previous',
    tag: undefined,
    tag_not: undefined,
    ...side,
  });
}

/** The rates before and after, each with a link to its answers, and the change. */
function sideCell(visit: Visit, row: Row, meta: Visibility['meta'], side: Side): Content {
  const { engine, compared: before } = row;
  if (row.responses === 0) return 'no answers after';
  if (before === undefined || before.responses === 0) return 'no answers before';
  const answersIn = ({ from, until }: { readonly from: string; readonly until: string }) =>
    visit.answers({ engine, tag: [], tag_not: [], ...side, names: 'self', from, until });
  return html`<a href="${answersIn(before)}">${rateText(before)}</a>, then <a href="${answersIn(meta.window)}">${rateText(row)}</a> <small class="counts">${before.change && pointsText(before.change)}</small> <small class="counts">${sharedText(row)}</small>`;
}

/** The tagged questions' change minus the others', or why there is none. */
function differenceCell(tagged: Row, others: Row | undefined): Content {
  const [one, other] = [tagged.compared, others?.compared];
  const gates = [one?.gate, other?.gate];
  if (gates.includes('mixed_readings')) return 'Not compared: another version read some of the answers';
  if (gates.includes('outage')) return 'Not compared: answers are missing';
  if (!one?.change || !other?.change) return `Fewer than ${MIN_SAMPLE} answers on a side`;
  const { value, lower, upper } = differenceOf(estimateOf(one.change), estimateOf(other.change));
  return pointsText({ points: value, lower, upper });
}

function estimateOf({ points, lower, upper }: Change) {
  return { value: points, lower, upper };
}

/** `-29.2 points (-39.2 to -17.4)` */
function pointsText(change: Change): Html {
  const { points, range } = pointsParts(change);
  return html`<b>${points} points</b> (${range})`;
}
