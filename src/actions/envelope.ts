import Type, { type Static } from 'typebox';
import { formatInstant } from '../domain/time/instant.ts';
import { beyondPlanWords, type CollectingCost } from '../pipeline/collect/cost.ts';
import { BrandRefSchema, instant, named, nullable, nullableText, text } from '../reports/shape/schemas.ts';
import type { ActionResult } from './run-action.ts';

const ChangeSchema = named(
  'ActionChange',
  {
    what: text('The part that changes.'),
    before: nullableText('In words; null if it was not there.'),
    after: nullableText('In words; null if it is gone.'),
  },
  'A part that an action changes.',
);

const CostSchema = named(
  'AskingCost',
  {
    answers_per_day: Type.Number({ minimum: 0, description: 'Answers a day, on average.' }),
    usd_per_day: Type.Number({ minimum: 0, description: 'Estimate in US dollars.' }),
    usd_per_30_days: Type.Number({ minimum: 0, description: 'Estimate in US dollars.' }),
  },
  "What asking a brand's questions costs.",
);

/** The `meta` of every action. */
export const META_OF_ACTIONS = Type.Object({
  generated_at: instant('When it was stored, or tried.'),
  brand: BrandRefSchema,
  note: text('What happened, and what follows from it.'),
  dry_run: Type.Boolean({ description: 'Whether nothing was stored.' }),
  changes: Type.Array(ChangeSchema, { description: 'The difference.' }),
  cost: nullable(
    Type.Object({ before: CostSchema, after: CostSchema }),
    "What asking the brand's questions costs; null if the action does not change that.",
  ),
  version: nullableText("The brand's version after it, for `If-Match`; null if the brand is gone."),
});

/** The body's changes are for a person to read; more than this, nobody does. */
const MOST_CHANGES = 500;

export type AskingCost = Static<typeof CostSchema>;

/** An action's result as HTTP and MCP answer it. */
export function envelopeOf(
  { at, data, changes, notices, cost, brand, version }: ActionResult,
  isDryRun: boolean,
) {
  const said = isDryRun
    ? 'Nothing was stored: this is what the change would be.'
    : changes.length === 0
      ? 'Nothing changed: it was so already.'
      : 'The change is stored.';
  const more = changes.length - MOST_CHANGES;
  const further = more > 0 ? [`${more} more changes are not listed.`] : [];
  const note = [said, ...toldBy({ notices, cost }), ...further].join(' ');
  return {
    data,
    meta: {
      generated_at: formatInstant(at),
      brand,
      note,
      dry_run: isDryRun,
      changes: changes.slice(0, MOST_CHANGES),
      cost: askingCosts(cost),
      version,
    },
  };
}

/** An action's notices, and that the plan does not cover some questions, as every door but the pages says. */
export function toldBy({ notices, cost }: Pick<ActionResult, 'notices' | 'cost'>): readonly string[] {
  return [...notices, ...(cost === null ? [] : beyondPlanWords(cost.after))];
}

/** What asking costs before and after an action, as every door but the pages shows it. */
export function askingCosts(cost: ActionResult['cost']): { before: AskingCost; after: AskingCost } | null {
  return cost && { before: askingCost(cost.before), after: askingCost(cost.after) };
}

function askingCost({ brand: { day, month } }: CollectingCost): AskingCost {
  return {
    answers_per_day: day.questions,
    usd_per_day: day.estimated_usd,
    usd_per_30_days: month.estimated_usd,
  };
}
