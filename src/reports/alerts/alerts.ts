import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { alertRecordOf } from '../../domain/alerts/alert-record.ts';
import { ALERT_KINDS } from '../../domain/alerts/alert-rules.ts';
import {
  CHANGE_STATES,
  type ChangeState,
  isUnchecked,
  stateNow,
  storedStates,
} from '../../domain/alerts/change.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { findLastEvaluation } from '../../storage/watch/evaluations.ts';
import { column } from '../shape/columns.ts';
import { marketNote, marketQuery, oneMarket } from '../shape/markets.ts';
import { defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import { flag, instant, named, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { emptyAlertsNote, lastComparedNote } from './alerts-note.ts';

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
    change: text('The id of the change that it reports, as in /changes.'),
    state: oneOf(CHANGE_STATES, "That change's state, as in /changes."),
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
    'A finding needs enough answers in both windows, at least `min_delta_points` (see /me), more than its own noise floor, and a 95% ' +
    'interval without zero, on three daily evaluations in a row. An empty list does not mean that nothing changed: see ' +
    '`meta.note`.',
  takesBrand: true,
  query: {
    limit: limitParameter('alerts'),
    alert: Type.Optional(Type.String({ description: 'Only this alert, by its id, in any market.' })),
    state: Type.Optional(oneOf(CHANGE_STATES, 'Only those of changes in this state.')),
    ...marketQuery,
  },
  data: readonlyList(AlertSchema, 'Newest first.'),
  meta: {},
  columns: {
    rows: {
      none: 'No alerts.',
      columns: [
        column('instant', 'created_at', 'Found'),
        column('code', 'kind', 'Kind'),
        column('text', 'id', 'Id'),
        column('prose', 'title', 'Title'),
        column('prose', 'detail', 'Detail'),
        column('code', 'state', 'State'),
        column('text', 'change', 'Change', { csvOnly: true }),
        column('flag', 'read', 'Read', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(context, { limit, alert, state, ...query }) {
    const { db, brand, now } = context;
    const { id: marketId } = oneMarket(brand, query);
    const unchecked = isUnchecked((await findLastEvaluation(db, brand.id))?.evaluatedAt ?? null, now);
    const states = storedStates(state, unchecked);
    const rows =
      alert === undefined
        ? await listAlerts(db, brand.id, { limit: limit + 1, marketId, states })
        : [await theOne(context, alert)];
    const older = rows.length > limit ? OLDER_LEFT_OUT : '';
    const note =
      rows.length === 0
        ? await emptyAlertsNote(context, marketId)
        : `${NOTE}${older} ${await lastComparedNote(context)}`;
    return {
      note: `${note} ${alert === undefined ? marketNote(brand, query) : ''}`.trim(),
      meta: {},
      data: rows.slice(0, limit).map((row) => rowOf(row, unchecked)),
    };
  },
});

function rowOf(row: AlertRow, unchecked: boolean) {
  const state: ChangeState = stateNow(row.state, unchecked);
  return { ...alertRecordOf(row), change: row.changeId, state };
}

/** @throws SightlineError `invalid_parameter`, because an empty list would look like a finding */
async function theOne({ db, brand }: ReportContext, publicId: string): Promise<AlertRow> {
  const [row] = isPublicId('alr', publicId) ? await listAlerts(db, brand.id, { publicId }) : [];
  if (row) return row;
  throw new SightlineError('invalid_parameter', NO_SUCH_ALERT);
}
