import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { alertRecordOf } from '../../domain/alerts/alert-record.ts';
import { ALERT_KINDS } from '../../domain/alerts/alert-rules.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { findUserIds, namesOfUsers } from '../../storage/directory/access/users.ts';
import { type AlertFilter, type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { marketNote, marketQuery, oneMarket } from '../shape/markets.ts';
import { booleanParameter, defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import { flag, instant, named, nullable, nullableText, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { emptyAlertsNote, lastComparedNote } from './alerts-note.ts';
import { isStanding, standingAlerts } from './standing-alerts.ts';

const AlertSchema = named(
  'Alert',
  {
    id: Type.String({
      pattern: '^alr_[0-9A-Za-z]{12}$',
      description: 'Opaque id, to recognize an alert across polls.',
    }),
    kind: oneOf(ALERT_KINDS, "The finding's kind."),
    title: text('One line.'),
    detail: text('The explanation, with the numbers.'),
    facts: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The figures behind it.',
    }),
    created_at: instant('When Sightline found it.'),
    read: flag('Whether somebody has seen it in the dashboard.'),
    holds: flag(
      'Whether it still held at the last evaluation. It ends when three in a row no longer find it; a slow change, after 90 days.',
    ),
    assigned_to: nullable(
      Type.Object({ id: text("The user's id."), name: text('Their name.') }),
      'The user in charge; null for nobody.',
    ),
    handled: nullable(
      Type.Object({
        at: instant('When somebody said so.'),
        by: nullableText('That user; null after their deletion.'),
        note: nullableText('The note with it.'),
      }),
      'Somebody marked it as handled; null if nobody did. `holds` does not depend on it.',
    ),
  },
  'A change larger than its own margin of error.',
);

const NOTE =
  'Each alert is a change whose 95% interval excludes zero. /comparisons has the comparisons that raised none, with the reason.';

export const NO_SUCH_ALERT = "`alert` must be an id from this brand's /alerts.";

const OLDER_LEFT_OUT = ' There are older alerts; `limit` cut the list.';

export const alerts = defineReport({
  name: 'alerts',
  summary: 'Changes that exceed noise, newest first.',
  description:
    'A finding needs enough answers in both windows, a change by at least `min_delta_points` and its own noise floor, a 95% ' +
    'interval that excludes zero, and all this on three daily evaluations in a row; a slow change, over 90 days, needs one, ' +
    'at 99.5%. GET /me has the live thresholds, and GET /comparisons every comparison. An empty list does not mean that ' +
    'nothing changed: `meta.note` lists the comparisons.',
  takesBrand: true,
  sharedOn: ['alerts'],
  query: {
    limit: limitParameter('alerts'),
    alert: Type.Optional(Type.String({ description: 'Only this alert, by its id, in any market.' })),
    holds: booleanParameter('Only alerts that still hold.', { default: false }),
    handled: Type.Optional(booleanParameter('Only handled alerts, or only others.')),
    assigned_to: Type.Optional(
      Type.String({ description: 'Only alerts assigned to this user, by id or name.' }),
    ),
    ...marketQuery,
  },
  data: readonlyList(AlertSchema, 'Newest first.'),
  meta: {},
  columns: {
    rows: {
      none: 'No alerts.',
      columns: [
        { id: 'created_at', label: 'Found', kind: 'instant', field: 'created_at' },
        { id: 'kind', label: 'Kind', kind: 'code', field: 'kind' },
        { id: 'id', label: 'Id', kind: 'text', field: 'id' },
        { id: 'title', label: 'Title', kind: 'prose', field: 'title' },
        { id: 'detail', label: 'Detail', kind: 'prose', field: 'detail' },
        { id: 'holds', label: 'Holds', kind: 'flag', field: 'holds' },
        {
          id: 'assigned_to',
          label: 'Assigned to',
          kind: 'text',
          field: 'assigned_to.name',
          none: '-',
        },
        { id: 'handled_at', label: 'Handled', kind: 'instant', field: 'handled.at', none: '-' },
        { id: 'handled_by', label: 'Handled by', kind: 'text', field: 'handled.by', csvOnly: true },
        { id: 'handled_note', label: 'Note', kind: 'text', field: 'handled.note', csvOnly: true },
        { id: 'read', label: 'Read', kind: 'flag', field: 'read', csvOnly: true },
      ],
    },
  },
  errors: [],
  async run(context, { limit, alert, holds, handled, assigned_to: assignee, ...query }) {
    const { db, brand } = context;
    const { id: marketId } = oneMarket(brand, query);
    const standing = await standingAlerts(context);
    const wanted = {
      marketId,
      only: holds ? standing : undefined,
      handled,
      assignedTo: assignee === undefined ? undefined : await findUserIds(db, assignee),
    };
    const rows =
      alert === undefined ? await newest(context, { limit, ...wanted }) : [await theOne(context, alert)];
    const older = rows.length > limit ? OLDER_LEFT_OUT : '';
    const isChosen = handled !== undefined || assignee !== undefined;
    const note =
      rows.length === 0 && !isChosen
        ? await emptyAlertsNote(context, marketId)
        : `${NOTE}${older} ${await lastComparedNote(context)}`;
    const listed = rows.slice(0, limit);
    const nameOf = await namesIn(context, listed);
    return {
      note: `${note} ${alert === undefined ? marketNote(brand, query) : ''}`.trim(),
      meta: {},
      data: listed.map((row) => ({
        ...alertRecordOf(row),
        holds: isStanding(standing, row),
        ...workFields(row, nameOf),
      })),
    };
  },
});

/** The newest alerts, up to one more than the limit. */
async function newest({ db, brand }: ReportContext, { limit, ...chosen }: AlertFilter): Promise<AlertRow[]> {
  return await listAlerts(db, brand.id, { ...chosen, limit: limit + 1 });
}

/** @throws SightlineError `invalid_parameter`, because an empty list would look like a finding */
async function theOne({ db, brand }: ReportContext, publicId: string): Promise<AlertRow> {
  const [row] = isPublicId('alr', publicId) ? await listAlerts(db, brand.id, { publicId }) : [];
  if (row) return row;
  throw new SightlineError('invalid_parameter', NO_SUCH_ALERT);
}

/** Who works on alerts: users by name, others by a word. Null for a deleted user. */
async function namesIn(
  { db }: ReportContext,
  alerts: readonly AlertRow[],
): Promise<(person: string) => string | null> {
  const people = alerts.flatMap(({ work }) => [work.assignedTo ?? [], work.handled?.by ?? []].flat());
  const names = await namesOfUsers(db, [...new Set(people)]);
  return (person) => names.get(person) ?? (isPublicId('usr', person) ? null : person);
}

function workFields({ work }: AlertRow, nameOf: (person: string) => string | null) {
  const { assignedTo, handled } = work;
  const assignee = assignedTo === null ? null : nameOf(assignedTo);
  return {
    assigned_to: assignedTo === null || assignee === null ? null : { id: assignedTo, name: assignee },
    handled: handled && {
      at: formatInstant(handled.at),
      by: nameOf(handled.by),
      note: handled.note || null,
    },
  };
}
