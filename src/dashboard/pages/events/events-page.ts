import { EVENT_KINDS, type EventKind, LONGEST_EVENT } from '../../../domain/brand/event.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { addEvent, removeEvent } from '../../../pipeline/declare/events.ts';
import { reports } from '../../../reports/index.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
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
    get: async (visit) => await eventsPage(visit, typedIn(visit)),
    does: ['add', 'remove'],
    post: async (visit, form) =>
      form.get('do') === 'remove' ? await remove(visit, form) : await add(visit, form),
  },
  {
    path: '/brands/:brand/events/:event',
    who: 'viewer',
    get: async (visit) => await eventPage(visit, visit.params.event ?? ''),
  },
];

/** Typed fields and the error. */
interface Typed {
  /** The page that opened the form; '' for this page. */
  readonly back: string;
  readonly day: string;
  readonly kind: string;
  readonly text: string;
  readonly tag: string;
  readonly error: string | null;
}

/** Charts link here with a day, a text, and their own address. */
function typedIn({ query }: Visit): Typed {
  const about = query.get('about') ?? '';
  return {
    day: query.get('day') ?? '',
    kind: 'other',
    text: about === '' ? '' : `${about}: `,
    tag: '',
    back: query.get('back') ?? '',
    error: null,
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

async function eventsPage(visit: Visit, typed: Typed): Promise<Outcome> {
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
    ...(typed.error !== null && { status: 400 }),
    csv: [{ label: 'Events', href: visit.to('csv/events') }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('trend')}">Trend</a></p>
<h1>Events</h1>
<p class="lead">${windowText(events.meta)}</p>
<p class="muted small">Every trend marks them, and alerts list them. Sightline adds changes to questions, names, and the plan, and a model’s first day. An event near a change coincides with it; it may not be the cause.</p>
</header>
${visit.mayEdit && addForm(visit, typed, (await visit.sliceChoices()).tags)}
${reportTable(visit, reports.events, events, options)}`,
  });
}

function addForm(visit: Visit, { day, kind, text, tag, back, error }: Typed, tags: readonly string[]): Html {
  const kinds = EVENT_KINDS.map((each): Option => [each, KIND_NAMES[each]]);
  const about = ['', ...tags].map((each): Option => [each, each === '' ? 'All questions' : each]);
  const what = { name: 'text', label: 'Event', help: `At most ${LONGEST_EVENT} characters.` };
  return html`<form method="post" action="${visit.address('events')}">
${back !== '' && html`<input type="hidden" name="back" value="${back}"><p class="muted">You return to the chart afterwards.</p>`}
${textField({ ...what, value: text, isRequired: true, ...(error !== null && { error }) })}
${textField({ name: 'day', label: 'Day (UTC)', help: 'Empty means today.', type: 'date', value: day })}
${selectField({ name: 'kind', label: 'Kind', choices: kinds, value: kind })}
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

async function add(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const text = (name: string) => form.get(name) ?? '';
  const typed = { day: text('day'), kind: text('kind'), text: text('text'), tag: text('tag') };
  try {
    await addEvent(acting(visit), visit.brand.id, typed);
  } catch (error) {
    if (!(error instanceof SightlineError) || !['invalid_argument', 'conflict'].includes(error.code))
      throw error;
    return await eventsPage(visit, { ...typed, back: text('back'), error: error.message });
  }
  const back = ownPath(text('back'));
  return redirect(back.startsWith(`${visit.base}/`) ? back : visit.address('events'));
}

async function remove(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  await removeEvent(acting(visit), visit.brand.id, form.get('id') ?? '');
  return redirect(visit.address('events'));
}

function acting(visit: Visit) {
  const { db, now, random } = visit.deps;
  return { db, now, random, actor: visit.user.id };
}
