import Type from 'typebox';
import { SightlineError } from '../../domain/errors.ts';
import { formatDay } from '../../domain/time/instant.ts';
import {
  countVisits,
  VISIT_UNITS,
  type VisitCount,
  type VisitUnit,
} from '../../storage/traffic/read-visits.ts';
import { EVIDENCES, type Evidence } from '../../traffic/counted.ts';
import { OBSERVED } from '../../traffic/observed.ts';
import { PRODUCTS } from '../../traffic/products.ts';
import { compareQuery, ENDS_BEFORE, endsOf } from '../shape/compared.ts';
import { defineReport } from '../shape/report.ts';
import {
  named,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  readonlyList,
} from '../shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { givenSessions, givenSessionsMeta } from './given-figures.ts';
import {
  COMPARED_GATE,
  type LogComparison,
  logComparedField,
  logComparedMeta,
  logComparison,
} from './log-comparison.ts';
import { isKnown, type LogWindow, logMeta, logWindow } from './log-window.ts';
import { pageText } from './page-text.ts';

/** Maximum rows by page. */
const MOST_ROWS = 200;

const figures = {
  visits: nullableInteger('Visits without a sign of payment. Null for a day without a log.'),
  paid: nullableInteger('Visits by paid links, which `visits` leaves out.'),
};

const VisitSchema = named(
  'Visits',
  {
    product: nullableText('By engine or page: the product that led here.'),
    product_name: nullableText('Its name.'),
    evidence: nullableOneOf(
      EVIDENCES,
      "By engine: how it is known. `referrer`: the site that led here; `utm`: only the address's `utm_source`, which a copied link keeps; " +
        "`utm_in_referrer`: only the one in the referrer's address.",
    ),
    page: nullableText('By page: the page, without scheme.'),
    day: nullableText('By day: the UTC day.'),
    observed: nullableOneOf(OBSERVED, 'By day: how much of the day the log has.'),
    ...figures,
    compared: logComparedField(figures),
  },
  "Visits that AI products led to, as the site's log has them.",
);

type Row = Type.Static<typeof VisitSchema>;

export const visits = defineReport({
  name: 'visits',
  summary: "People's visits that AI products led to, by the site's log.",
  description: 'Only visits that say so: apps often send nothing, and AI Overviews look like Google search.',
  takesBrand: true,
  query: {
    by: Type.Unsafe<VisitUnit>({
      ...oneOf(
        VISIT_UNITS,
        `What rows are about: products and evidence, pages and products (at most ${MOST_ROWS}), or days.`,
      ),
      default: 'engine',
    }),
    product: Type.Optional(
      Type.String({ description: 'Only visits from this product, by its id in the rows.' }),
    ),
    ...windowQuery(),
    ...compareQuery,
  },
  data: readonlyList(VisitSchema, 'The most visits first; by day, oldest first.'),
  meta: { ...windowMeta, ...logMeta, ...logComparedMeta, ...givenSessionsMeta },
  columns: {
    rows: {
      none: 'No visit in the log of this window says that an AI product led to it.',
      columns: [
        { id: 'product', label: 'Product id', kind: 'text', field: 'product', csvOnly: true },
        { id: 'product_name', label: 'From', kind: 'text', field: 'product_name', whereVaried: true },
        { id: 'evidence', label: 'Known by', kind: 'code', field: 'evidence', whereVaried: true },
        { id: 'page', label: 'Page', kind: 'text', field: 'page', whereVaried: true },
        { id: 'day', label: 'Day', kind: 'text', field: 'day', whereVaried: true },
        { id: 'observed', label: 'Log', kind: 'code', field: 'observed', whereVaried: true },
        { id: 'visits', label: 'Visits', kind: 'count', field: 'visits' },
        { id: 'paid', label: 'Paid', kind: 'count', field: 'paid' },
        {
          id: 'compared_visits',
          label: 'Visits before',
          kind: 'count',
          field: 'compared.visits',
          onlyWith: 'compared',
        },
        {
          id: 'compared_paid',
          label: 'Paid before',
          kind: 'count',
          field: 'compared.paid',
          onlyWith: 'compared',
          csvOnly: true,
        },
        COMPARED_GATE,
        ...ENDS_BEFORE,
      ],
    },
  },
  errors: [],
  check: ({ product }) => {
    // An empty result would look like a finding.
    const ids = PRODUCTS.map(({ id }) => id);
    if (product === undefined || ids.includes(product)) return;
    throw new SightlineError('invalid_parameter', `\`product\` must be one of ${ids.join(', ')}.`);
  },
  async run(context, query) {
    const { by, product = null } = query;
    const { period, meta } = windowOf(context.now, query);
    const log = await logWindow(context, period, query.compare !== undefined);
    const comparison = await logComparison(context, query, log);
    const countsIn = async ({ days }: LogWindow) =>
      await countVisits(context.db, context.brand.id, by, { days, product });
    const counts = await countsIn(log);
    const before =
      comparison && new Map((await countsIn(comparison.earlier)).map((each) => [keyOf(each), each]));
    return {
      note: log.note === '' ? 'A visit counts once per page opened, not per person.' : log.note,
      meta: {
        ...meta,
        days: log.meta,
        ...comparison?.meta,
        ...(await givenSessions(context, log.days, product)),
      },
      data: !isKnown(log)
        ? []
        : by === 'day'
          ? byDay(log, counts)
          : counts
              .slice(0, by === 'page' ? MOST_ROWS : counts.length)
              .map((each) => ({ ...rowOf(each), ...comparedWith(comparison, before?.get(keyOf(each))) })),
    };
  },
});

const keyOf = ({ product, evidence, page }: VisitCount) => JSON.stringify([product, evidence, page]);

function rowOf({ product, evidence, page, visits, paid }: VisitCount): Row {
  return {
    product,
    product_name: PRODUCTS.find(({ id }) => id === product)?.name ?? product,
    evidence: evidence as Evidence | null,
    page: page === null ? null : pageText(page),
    day: null,
    observed: null,
    visits,
    paid,
  };
}

const NOTHING_KNOWN = { visits: null, paid: null };
const NONE = { visits: 0, paid: 0 };
const NO_VISIT = { ...NONE, product: null, evidence: null, page: null, day: null };

/** Every day. A day that the log has may have no visits; one without a log is not known. */
function byDay({ observed }: LogWindow, counts: readonly VisitCount[]): Row[] {
  const byDay = new Map(counts.map((each) => [each.day, each]));
  return [...observed].map(([day, state]) => ({
    ...rowOf(byDay.get(day) ?? NO_VISIT),
    ...(state === 'not_observed' ? NOTHING_KNOWN : {}),
    day: formatDay(day),
    observed: state,
  }));
}

/** A row's earlier figures. */
function comparedWith(
  comparison: LogComparison | null,
  found: VisitCount | undefined,
): Pick<Row, 'compared'> {
  if (comparison === null) return {};
  const { visits, paid } = comparison.gate === null ? (found ?? NONE) : NOTHING_KNOWN;
  return { compared: { visits, paid, ...endsOf(comparison.period), gate: comparison.gate } };
}
