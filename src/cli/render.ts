import { furthest } from '../domain/alert-rules.ts';
import { findEngine } from '../domain/engine.ts';
import type { Rate } from '../domain/rate.ts';
import type { Envelope } from '../reports/run-report.ts';
import { table } from './table.ts';
import { printable } from './terminal.ts';

// The shapes of the reports' data, as far as the tables show them.
type Counted = Pick<Rate, 'present' | 'responses' | 'rate' | 'min_sample' | 'interval'>;
type Seen = Counted & { citations: number; avg_rank_when_named: number | null; ranked_answers: number };
interface Visibility {
  engines: (Seen & { name: string; collection_method: string })[];
  brands: (Seen & {
    name: string;
    role: string;
    framing: { classified: number; recommended: number; negative: number };
  })[];
}
interface Answer {
  id: string;
  engine: string;
  prompt: string;
  outcome: string;
  collected_at: string;
  mentions: { brand: string; mentioned: boolean; rank: number | null }[];
  citations: unknown[];
}
interface Source {
  domain: string;
  answers_citing_it: number;
  answers_where_you_were_named: number;
  answers_citing_you_without_naming_you: number;
}
interface Brand {
  id: string;
  name: string;
  domain: string | null;
  configured: boolean;
  active_prompts: number;
  last_collected_at: string | null;
}
interface Alert {
  id: string;
  kind: string;
  title: string;
  detail: string;
  created_at: string;
}
interface Comparison {
  evaluated_at: string;
  engine: string;
  engine_name: string;
  kind: string;
  measure: string;
  brand: string;
  current: Counted;
  baseline: Counted;
  change: { points: number; lower: number; upper: number } | null;
  gate: string | null;
  alert: string | null;
}
interface Me {
  organization: { name: string };
  plan: { name: string; status: string; prompts: { used: number; included: number }; brands: number };
  key: { scopes: string[]; pinned_to_brand: boolean };
  reporting_rules: {
    min_sample: number;
    alerts: {
      enabled: boolean;
      kinds: 'all' | string[];
      min_delta_points: number;
      min_sample_each_side: number;
    };
  };
}

const RENDERERS: Readonly<Record<string, (envelope: Envelope, columns: number | null) => string>> = {
  me: ({ data }) => meText(data as Me),
  brands: ({ data }) => brandsText(data as Brand[]),
  visibility: ({ data }) => visibilityText(data as Visibility),
  answers: ({ data, meta }, columns) => answersText(data as Answer[], meta.next_cursor, columns),
  sources: ({ data }) => sourcesText(data as Source[]),
  alerts: ({ data }) => alertsText(data as Alert[]),
  comparisons: ({ data, meta }) => comparisonsText(data as Comparison[], meta.next_cursor),
};

/** A report for a terminal of so many columns: whose it is, its tables, and its note. */
export function renderReport(name: string, envelope: Envelope, columns: number | null = null): string {
  const { meta } = envelope;
  const window = typeof meta.window_days === 'number' ? `, last ${days(meta.window_days)}` : '';
  const heading = `${printable(meta.brand.name)} (${meta.brand.id})${window}, at ${meta.generated_at}\n\n`;
  const body = RENDERERS[name]?.(envelope, columns) ?? jsonText(envelope.data);
  return `${heading}${body}\n${printable(noteOf(name, envelope))}\n`;
}

/** Notes for the reader of a table: those of the envelope mention fields that a table does not have. */
const NOTES: Readonly<Record<string, string>> = {
  me: 'The plan and the alert thresholds are current.',
  brands: 'The other reports take an id or a name as --brand.',
  visibility:
    'In parentheses: how far the rate may be off. With too few answers there is no rate, which is not zero. Engines ' +
    'are never averaged; the lower table pools them, each weighted by its number of answers. Recommended and Negative ' +
    'count answers whose framing was judged.',
  comparisons:
    'One line per comparison, newest first, including those that raised nothing; Gate says what held it back.',
};

/** What to keep in mind with a table. An empty list has its own note, which says why. */
export function noteOf(name: string, { data, meta }: Envelope): string {
  const isEmpty = Array.isArray(data) && data.length === 0;
  return (isEmpty ? undefined : NOTES[name]) ?? meta.note;
}

/** Intervals narrower than this many points are shown with a decimal, which means nothing in wider ones. */
const NARROW_POINTS = 5;

/** A rate with its counts and interval, `31 of 80, 39% (29 to 50%)`, or why there is none. A missing rate is never shown as 0%. */
export function rateText({ present, responses, rate, min_sample, interval }: Counted): string {
  const counts = `${present} of ${responses}`;
  if (rate === null || interval === null) return `${counts} (below ${min_sample}, no rate yet)`;
  const decimals = 100 * (interval.upper - interval.lower) < NARROW_POINTS ? 1 : 0;
  const [shown, lower, upper] = [rate, interval.lower, interval.upper].map((share) =>
    (100 * share).toFixed(decimals),
  );
  return `${counts}, ${shown}% (${lower} to ${upper}%)`;
}

/** JSON leaves control characters above 127 as they are. */
function jsonText(data: unknown): string {
  const lines = JSON.stringify(data, null, 2).split('\n');
  return `${lines.map((line) => line.replace(/\S.*/s, printable)).join('\n')}\n`;
}

function visibilityText({ engines, brands }: Visibility): string {
  const seen = (row: Seen) => [rateText(row), `${row.citations} of ${row.responses}`, positionText(row)];
  const byEngine = table(
    ['Engine', 'Method', 'Named in', 'Cited in', 'Mean position'],
    engines.map((row) => [row.name, row.collection_method, ...seen(row)]),
  );
  const byBrand = table(
    ['Brand, over all engines', 'Role', 'Named in', 'Cited in', 'Mean position', 'Recommended', 'Negative'],
    brands.map((row) => {
      const { classified, recommended, negative } = row.framing;
      return [
        row.name,
        row.role,
        ...seen(row),
        `${recommended} of ${classified}`,
        `${negative} of ${classified}`,
      ];
    }),
  );
  return `${byEngine}\n${byBrand}`;
}

function positionText({ avg_rank_when_named: position, ranked_answers: answers }: Seen): string {
  return position === null ? '-' : `${position.toFixed(2)} (${answers} ranked)`;
}

function answersText(answers: readonly Answer[], next: unknown, columns: number | null): string {
  const rows = answers.map((row) => [
    row.collected_at,
    findEngine(row.engine)?.name ?? row.engine,
    row.prompt,
    row.outcome,
    namesText(row.mentions),
    String(row.citations.length),
    row.id,
  ]);
  const header = ['Collected', 'Engine', 'Prompt', 'Outcome', 'Named', 'Citations', 'Id'];
  return (rows.length === 0 ? 'No answers.\n' : table(header, rows, columns)) + moreText(next);
}

function namesText(mentions: Answer['mentions']): string {
  const named = mentions.filter((mention) => mention.mentioned);
  return named.map(({ brand, rank }) => (rank === null ? brand : `${brand} #${rank}`)).join(', ') || 'nobody';
}

function sourcesText(sources: readonly Source[]): string {
  const rows = sources.map((row) => [
    row.domain,
    String(row.answers_citing_it),
    String(row.answers_where_you_were_named),
    String(row.answers_citing_you_without_naming_you),
  ]);
  return listText(
    ['Domain', 'Answers citing it', 'and naming the brand', 'and not naming it'],
    rows,
    'No sources in this window.',
  );
}

function brandsText(brands: readonly Brand[]): string {
  const rows = brands.map((row) => [
    row.id,
    row.name,
    row.domain ?? '-',
    row.configured ? 'yes' : 'no',
    String(row.active_prompts),
    row.last_collected_at ?? 'never',
  ]);
  return table(['Id', 'Name', 'Domain', 'Configured', 'Active prompts', 'Last answer'], rows);
}

function alertsText(alerts: readonly Alert[]): string {
  if (alerts.length === 0) return 'No alerts.\n';
  const lines = alerts.map((row) => [
    `${row.created_at}  ${row.kind}  ${row.id}`,
    `  ${row.title}`,
    `  ${row.detail}`,
  ]);
  return lines
    .map((each) => `${each.map((line) => line.replace(/\S.*/s, printable)).join('\n')}\n`)
    .join('\n');
}

function comparisonsText(comparisons: readonly Comparison[], next: unknown): string {
  const changes = Map.groupBy(comparisons, ({ evaluated_at, engine, brand, measure }) =>
    JSON.stringify([evaluated_at, engine, brand, measure]),
  );
  const header = ['Day', 'Engine', 'Kind', 'Brand', 'Now', 'Before', 'Points (95%)', 'Gate', 'Alert'];
  const rows = [...changes.values()].map(changeRow);
  return listText(header, rows, 'No comparisons in this window.') + moreText(next);
}

/** One change, however many kinds look at it: its kind is the one that came closest to an alert. */
function changeRow(verdicts: readonly Comparison[]): string[] {
  const closest = furthest(verdicts);
  const [first] = closest as [Comparison];
  const isOfNoKind = verdicts.length > 1 && closest.length === verdicts.length;
  const counts = ({ present, responses }: Counted) => `${present} of ${responses}`;
  return [
    first.evaluated_at.slice(0, 10),
    first.engine_name,
    isOfNoKind ? first.measure : closest.map(({ kind }) => kind).join(', '),
    first.brand,
    counts(first.current),
    counts(first.baseline),
    changeText(first.change),
    first.gate ?? 'raised',
    first.alert ?? '-',
  ];
}

function changeText(change: Comparison['change']): string {
  if (change === null) return '-';
  const { points, lower, upper } = change;
  return `${points.toFixed(1)} (${lower.toFixed(1)} to ${upper.toFixed(1)})`;
}

function moreText(next: unknown): string {
  return next === null ? '' : `\nMore: --cursor ${next}\n`;
}

function meText({ organization, plan, key, reporting_rules: rules }: Me): string {
  const { alerts } = rules;
  const kinds = alerts.kinds === 'all' ? 'all kinds' : alerts.kinds.join(', ');
  return table(
    ['Organization', organization.name],
    [
      ['Plan', `${plan.name}, ${plan.status}`],
      ['Prompts', `${plan.prompts.used} of ${plan.prompts.included}`],
      ['Brands', String(plan.brands)],
      ['Scopes', key.scopes.join(', ')],
      ['Rates need', `${rules.min_sample} answers`],
      ['Alerts', alerts.enabled ? `on, ${kinds}` : 'off'],
      [
        'Alerts need',
        `${alerts.min_delta_points} points and ${alerts.min_sample_each_side} answers on each side`,
      ],
    ],
  );
}

function listText(header: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  return rows.length === 0 ? `${none}\n` : table(header, rows);
}

function days(count: number): string {
  return count === 1 ? '24 hours' : `${count} days`;
}
