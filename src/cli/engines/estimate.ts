import { dollars } from '../../domain/figures/usd.ts';
import type { ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import {
  type Amounts,
  amountsOf,
  exceededCeiling,
  type Priced,
  pricedQuestions,
  pricesOf,
} from '../../pipeline/collect/cost.ts';
import { estimateDay, type OrganizationEstimate } from '../../pipeline/collect/estimate.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { CliDeps } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';
import { tellMissingKeys } from './key-remedy.ts';

interface EngineRow extends Amounts {
  readonly engine: string;
  /** The missing variable. */
  readonly missing_key: string | null;
}

interface OrganizationRow extends Amounts {
  readonly organization: string;
  /** Why its plan stops collection, as the end of a sentence; null if it does not. */
  readonly not_asked: string | null;
  readonly prompts_beyond_plan: number;
  /** Its own ceiling, if a day exceeds it. */
  readonly ceiling: string | null;
}

interface EstimateAnswer {
  readonly engines: readonly EngineRow[];
  readonly organizations: readonly OrganizationRow[];
  readonly total: Amounts;
  readonly total_with_key: Amounts;
  readonly prompts_beyond_plan: number;
}

/** Prints today's remaining questions and their estimated cost, without asking. */
export async function printEstimate(
  deps: CliDeps,
  db: Database,
  { engines, json }: { readonly engines: ConfiguredEngines; readonly json: boolean },
): Promise<void> {
  const answer = answerOf(await estimateDay(db, deps.now()), engines);
  if (!json)
    tellMissingKeys(
      deps,
      engines,
      answer.engines.map(({ engine }) => engine),
    );
  deps.terminal.out(json ? jsonLine(answer) : textOf(answer));
}

function answerOf(estimates: readonly OrganizationEstimate[], engines: ConfiguredEngines): EstimateAnswer {
  const missing = new Map(engines.disabled.map((each) => [each.engine, each.missing]));
  const prices = pricesOf(engines);
  const priced = (estimate: OrganizationEstimate) => pricedQuestions(estimate.engines, prices);
  const all = estimates.flatMap(priced);
  const slugs = [...new Set(all.map(({ engine }) => engine))].sort();
  return {
    engines: slugs.map((slug) => ({
      engine: slug,
      ...amountsOf(all.filter(({ engine }) => engine === slug)),
      missing_key: missing.get(slug) ?? null,
    })),
    organizations: estimates.map((estimate) => organizationRow(estimate, priced(estimate))),
    total: amountsOf(all),
    total_with_key: amountsOf(all.filter(({ engine }) => !missing.has(engine))),
    prompts_beyond_plan: estimates.reduce((sum, { beyondPlan }) => sum + beyondPlan, 0),
  };
}

function organizationRow(estimate: OrganizationEstimate, priced: readonly Priced[]): OrganizationRow {
  const amounts = amountsOf(priced);
  return {
    organization: estimate.organization,
    ...amounts,
    not_asked: estimate.notAsked,
    prompts_beyond_plan: estimate.beyondPlan,
    ceiling: exceededCeiling(estimate.limits, priced),
  };
}

const AMOUNTS = [
  'Questions left today',
  'Cost today',
  'Questions a day',
  'Cost a day',
  'Cost of 30 days',
  'Note',
];

function cellsOf({ run, day, month }: Amounts): string[] {
  return [
    String(run.questions),
    dollars(run.estimated_usd),
    String(day.questions),
    dollars(day.estimated_usd),
    dollars(month.estimated_usd),
  ];
}

function textOf(answer: EstimateAnswer): string {
  const { engines, organizations, total, total_with_key: withKey } = answer;
  if (organizations.length === 0) return 'No brand has finished its setup, so there is nothing to ask.\n';
  const byOrganization = table(
    ['Organization', ...AMOUNTS],
    organizations.map((row) => [row.organization, ...cellsOf(row), noteOf(row)]),
  );
  if (engines.length === 0) return `${noteLines(organizations)}\n${byOrganization}`;
  const byEngine = table(
    ['Engine', ...AMOUNTS],
    [
      ...engines.map((row) => [row.engine, ...cellsOf(row), keyNote(row)]),
      ['total', ...cellsOf(total), ''],
      ...(withKey.day.questions < total.day.questions ? [['total with a key', ...cellsOf(withKey), '']] : []),
    ],
  );
  const nothingLeft = total.run.questions === 0 ? 'Nothing left to ask today.\n\n' : '';
  return `${nothingLeft}${byEngine}\n${byOrganization}${noteLines(organizations)}`;
}

function keyNote({ missing_key }: EngineRow): string {
  return missing_key === null ? '' : 'not asked: no key';
}

function noteOf({ not_asked, ceiling }: OrganizationRow): string {
  if (not_asked !== null) return 'not asked';
  return ceiling === null ? '' : `exceeds its ceiling: ${ceiling}`;
}

function noteLines(organizations: readonly OrganizationRow[]): string {
  const lines = organizations.flatMap(
    ({ organization, not_asked: reason, prompts_beyond_plan: beyond, day }) => {
      if (reason !== null) return [`No questions for ${organization}: ${reason}.`];
      if (beyond > 0)
        return [
          `${organization} has ${beyond} active ${beyond === 1 ? 'question' : 'questions'} beyond its plan, not asked.`,
        ];
      return day.questions === 0
        ? [`No questions for ${organization}: it has no active questions, or no engines.`]
        : [];
    },
  );
  return lines.map((line) => `${printable(line)}\n`).join('');
}
