import { actions } from '../../../actions/index.ts';
import type { EventKind } from '../../../domain/brand/event.ts';
import { reports } from '../../../reports/index.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import { mostOf, optionsOf } from '../../parts/form/limits.ts';
import { formOutcome, type Refusal } from '../../parts/form/refusal.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import type { EventRow } from '../../parts/words/rows.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { eventPage } from './event-page.ts';

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
  const events = await visit.figures(reports.events);
  const options = {
    caption: `Events of ${visit.brand.name}`,
    instead: { tag: (row: EventRow) => tagCell(visit, row) },
    ...(visit.mayEdit && {
      more: { label: 'Remove', cell: (row: { id: string | null; text: string }) => removeForm(visit, row) },
    }),
  };
  return page({
    title: `Events · ${visit.brand.name}`,
    tab: 'events',
    figures: [reports.events],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'Events', href: visit.to('csv/events') }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('trend')}">Trend</a></p>
<h1>Events</h1>
<p class="lead">${windowText(events.meta)}</p>
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
