import Type from 'typebox';
import { alertRecordOf } from '../domain/alert-record.ts';
import { ALERT_KINDS } from '../domain/alert-rules.ts';
import { SightlineError } from '../domain/errors.ts';
import { isPublicId } from '../domain/public-id.ts';
import { type AlertRow, listAlerts, type SomeAlerts } from '../storage/watch/alerts.ts';
import { emptyAlertsNote, lastComparedNote } from './alerts-note.ts';
import { FOREVER } from './shape/lasting.ts';
import { marketNote, marketQuery, oneMarket } from './shape/markets.ts';
import { booleanParameter, defineReport, limitParameter, type ReportContext } from './shape/report.ts';
import { flag, instant, named, oneOf, readonlyList, text } from './shape/schemas.ts';
import { isAmong, standingAlerts } from './standing-alerts.ts';

const AlertSchema = named(
  'Alert',
  {
    id: Type.String({
      pattern: '^alr_[0-9A-Za-z]{12}$',
      description: 'Opaque id, to recognize an alert across polls.',
    }),
    kind: oneOf(ALERT_KINDS, 'Kind of finding.'),
    title: text('One line.'),
    detail: text('The explanation, with the numbers.'),
    facts: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The figures it was computed from.',
    }),
    created_at: instant('When it was found.'),
    read: flag('Whether anybody has seen it in the dashboard.'),
    holds: flag(
      'Whether it still holds, as of the last evaluation: until it was gone on three in a row; a slow change, for 90 days.',
    ),
  },
  'A change that is larger than its own margin of error.',
);

const NOTE =
  'Each alert is a change whose 95% interval excludes zero. The comparisons that raised none are in /comparisons, with ' +
  'what held them back.';

export const NO_SUCH_ALERT = '`alert` must be the id of an alert of this brand, from /alerts.';

const OLDER_LEFT_OUT = ' There are older alerts than these; `limit` cut the list.';

/** GET /alerts */
export const alerts = defineReport({
  name: 'alerts',
  summary: 'Changes large enough to tell from noise, newest first.',
  description:
    'A finding takes enough answers in both windows, a change of at least `min_delta_points` and of its own noise floor, a 95% interval ' +
    'that excludes zero, and all of this on three daily evaluations in a row; a slow change, over 90 days, takes one, at 99.5%. GET /me has the live thresholds; GET /comparisons has every ' +
    'comparison, including those that raised nothing. An empty list does not mean that nothing changed: `meta.note` says what was last ' +
    'compared and what became of it.',
  takesBrand: true,
  query: {
    limit: limitParameter('alerts'),
    alert: Type.Optional(Type.String({ description: 'Only this alert, by its id, about any market.' })),
    holds: booleanParameter('Whether only those are listed that still hold.', { default: false }),
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
        { id: 'read', label: 'Read', kind: 'flag', field: 'read', csvOnly: true },
      ],
    },
  },
  errors: [],
  lasts: async () => FOREVER,
  async run(context, { limit, alert, holds, ...query }) {
    const { id: marketId } = oneMarket(context.brand, query);
    const standing = await standingAlerts(context);
    const only = holds ? standing : undefined;
    const rows =
      alert === undefined ? await newest(context, { limit, marketId, only }) : [await theOne(context, alert)];
    const older = rows.length > limit ? OLDER_LEFT_OUT : '';
    const note =
      rows.length === 0
        ? await emptyAlertsNote(context, marketId)
        : `${NOTE}${older} ${await lastComparedNote(context)}`;
    return {
      note: `${note} ${alert === undefined ? marketNote(context.brand, query) : ''}`.trim(),
      meta: {},
      data: rows.slice(0, limit).map((row) => ({ ...alertRecordOf(row), holds: isAmong(standing, row) })),
    };
  },
});

/** One more than asked for, where there are as many. */
async function newest(
  { db, brand }: ReportContext,
  { limit, ...chosen }: { limit: number; marketId: number; only: SomeAlerts | undefined },
): Promise<AlertRow[]> {
  return await listAlerts(db, brand.id, { ...chosen, limit: limit + 1 });
}

/** @throws SightlineError `invalid_parameter`, because an empty list would say that nothing was found */
async function theOne({ db, brand }: ReportContext, publicId: string): Promise<AlertRow> {
  const [row] = isPublicId('alr', publicId) ? await listAlerts(db, brand.id, { publicId }) : [];
  if (row) return row;
  throw new SightlineError('invalid_parameter', NO_SUCH_ALERT);
}
