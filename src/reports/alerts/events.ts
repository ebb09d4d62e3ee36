import { EVENT_KINDS, EVENT_SOURCES } from '../../domain/brand/event.ts';
import { column } from '../shape/columns.ts';
import { eventsIn } from '../shape/events.ts';
import { defineReport } from '../shape/report.ts';
import { named, nullableText, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { recordsWindowOf, windowMeta, windowQuery } from '../shape/window.ts';

export const EventSchema = named(
  'Event',
  {
    id: nullableText('Only for a noted event; `DELETE /events/{id}` takes it.'),
    day: text('The UTC day.'),
    kind: oneOf(EVENT_KINDS, "The event's kind."),
    text: text('In words.'),
    tag: nullableText('The tag of the questions that a note is about; null without one.'),
    source: oneOf(
      EVENT_SOURCES,
      '`note`: somebody noted it. `audit_log`: somebody changed questions, names, or the plan. `answers`: a model or a ' +
        'provider first answered.',
    ),
  },
  'An event on a day.',
);

export const events = defineReport({
  name: 'events',
  summary: "The brand's events by day: notes, setup changes, and new models.",
  description:
    'Events that you note in the dashboard or by `POST /events`, and automatic ones: changes to questions, names, ' +
    'or the plan, and the first day with a model or another provider. An event beside a change coincides with it; nothing ' +
    'here names a cause.',
  takesBrand: true,
  query: { ...windowQuery() },
  data: readonlyList(EventSchema, 'Newest first.'),
  meta: windowMeta,
  columns: {
    rows: {
      none: 'No events in this window.',
      columns: [
        column('text', 'day', 'Day'),
        column('code', 'kind', 'Kind'),
        column('prose', 'text', 'Event'),
        column('text', 'tag', 'Tag', { whereVaried: true }),
        column('code', 'source', 'From'),
        column('text', 'id', 'Id', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { period, meta } = recordsWindowOf(context.now, query);
    return {
      note: 'An event beside a change coincides with it; nothing here names a cause.',
      meta,
      data: await eventsIn(context, period),
    };
  },
});
