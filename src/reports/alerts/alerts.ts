import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { alertRecordOf } from '../../domain/alerts/alert-record.ts';
import { ALERT_KINDS } from '../../domain/alerts/alert-rules.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type MeasureState, openAlert, stateAt } from '../../stats/alerts/episodes.ts';
import { type AlertFilter, type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { findLastEvaluation, listWatchStates } from '../../storage/watch/evaluations.ts';
import { column } from '../shape/columns.ts';
import { marketNote, marketQuery, oneMarket } from '../shape/markets.ts';
import {
  booleanParameter,
  defineReport,
  limitParameter,
  type ReportContext,
  type UncountedContext,
} from '../shape/report.ts';
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
    holds: flag(
      'Whether it still held at the last evaluation. It ends when three in a row no longer find it.',
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
    'interval that excludes zero, and all this on three daily evaluations in a row. GET /me has the live thresholds, and GET /comparisons every comparison. An empty list does not mean that ' +
    'nothing changed: `meta.note` lists the comparisons.',
  takesBrand: true,
  query: {
    limit: limitParameter('alerts'),
    alert: Type.Optional(Type.String({ description: 'Only this alert, by its id, in any market.' })),
    holds: booleanParameter('Only alerts that still hold.', { default: false }),
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
        column('flag', 'holds', 'Holds'),
        column('flag', 'read', 'Read', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(context, { limit, alert, holds, ...query }) {
    const { brand } = context;
    const { id: marketId } = oneMarket(brand, query);
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
      note: `${note} ${alert === undefined ? marketNote(brand, query) : ''}`.trim(),
      meta: {},
      data: rows.slice(0, limit).map((row) => ({ ...alertRecordOf(row), holds: standing.has(row.publicId) })),
    };
  },
});

async function newest({ db, brand }: ReportContext, { limit, ...chosen }: AlertFilter): Promise<AlertRow[]> {
  return await listAlerts(db, brand.id, { ...chosen, limit: limit + 1 });
}

/** @throws SightlineError `invalid_parameter`, because an empty list would look like a finding */
async function theOne({ db, brand }: ReportContext, publicId: string): Promise<AlertRow> {
  const [row] = isPublicId('alr', publicId) ? await listAlerts(db, brand.id, { publicId }) : [];
  if (row) return row;
  throw new SightlineError('invalid_parameter', NO_SUCH_ALERT);
}

/**
 * Public ids of a brand's standing alerts after its last evaluation: the watch still considers their changes real. A change stands until it was
 * absent in three evaluations in a row, or for 90 days.
 */
async function standingAlerts({
  db,
  brand,
}: Pick<UncountedContext, 'db' | 'brand'>): Promise<ReadonlySet<string>> {
  const at = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? 0;
  const states = await listWatchStates(db, brand.id);
  return new Set(
    states.flatMap(({ state }) => openAlert(stateAt(JSON.parse(state) as MeasureState, at).episode) ?? []),
  );
}
