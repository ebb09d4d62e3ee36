import Type from 'typebox';
import type { ChangeGate } from '../../domain/alerts/claim.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import { countAnswersByPrompt, countHostsByPrompt } from '../../panel/counts/by-prompt.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { compare, leastAnswers, type Observation } from '../../stats/alerts/gates.ts';
import { evidenceOfRates, gatesOfChanges, type WindowChange } from '../../stats/claims/window-changes.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import { count, nullable, nullableNumber, nullableOneOf } from '../shape/schemas.ts';

const SideSchema = (description: string) =>
  Type.Object({ count: count('Answers that name the brand.'), of: count('All of them.') }, { description });

/** How often one engine names the brand where it cites a site, beside its other answers to the same questions. */
export const NamingWhereCited = nullable(
  Type.Object({
    cited: SideSchema('Answers that cite it.'),
    elsewhere: SideSchema('Answers that do not.'),
    points: nullableNumber('The difference in percentage points; null if a side has too few answers.'),
    lower: nullableNumber('The 95% interval’s lower end.'),
    upper: nullableNumber('Its upper end.'),
    verdict: nullableOneOf(
      ['more', 'less', 'as_often'],
      'Beyond chance by the tests of a change, corrected for the sites listed. It proves no effect. Null: too few answers.',
    ),
  }),
  'How often that engine names the brand where it cites the domain, and where it does not, on questions with both. Null as `cited_in`.',
);

type Naming = Type.Static<typeof NamingWhereCited>;

/** The same for several hosts, all tested together. @param answers of one engine */
export async function namingWhereCited(
  context: ReportContext,
  answers: CountedAnswers,
  hosts: readonly string[],
): Promise<(host: string) => Naming> {
  const [engine = '', thresholds] = [
    answers.only.engine,
    await findAlertSettings(context.db, context.caller.organizationId),
  ];
  const effects = await designEffects(context)(answers.only);
  const effect = effects(engine, context.panel.self, daysIn(answers.period));
  const all = await countAnswersByPrompt(answers);
  const citing = Map.groupBy(await countHostsByPrompt(answers, hosts), ({ thing }) => thing);
  const changes = hosts.map((host): WindowChange => {
    const compared = compare(observationOf(all, citing.get(host) ?? []), {
      current: effect,
      baseline: effect,
    });
    return { compared, priorGate: null, evidence: () => evidenceOfRates(compared) };
  });
  const gates = gatesOfChanges(changes, thresholds);
  const found = new Map(
    hosts.map((host, place) => [
      host,
      namingOf(changes[place]?.compared, gates[place] ?? null, leastAnswers(thresholds)),
    ]),
  );
  return (host) => found.get(host) ?? null;
}

/** Only questions with both: where it is always cited, nothing tells the site from the question. */
function observationOf(
  all: Awaited<ReturnType<typeof countAnswersByPrompt>>,
  citing: Awaited<ReturnType<typeof countHostsByPrompt>>,
): Observation {
  const byPrompt = new Map(citing.map((row) => [row.promptId, row]));
  const total = all.reduce((sum, { answers }) => sum + answers, 0);
  const cited = citing.reduce((sum, row) => sum + row.citing, 0);
  const strata = all.flatMap(({ promptId, answers, named }) => {
    const row = byPrompt.get(promptId);
    if (row === undefined || row.citing === answers) return [];
    const current = { events: row.named, trials: row.citing };
    return [{ current, baseline: { events: named - row.named, trials: answers - row.citing } }];
  });
  return { strata, totals: { current: cited, baseline: total - cited } };
}

function namingOf(
  compared: ReturnType<typeof compare> | undefined,
  gate: ChangeGate | null,
  least: number,
): Naming {
  if (compared === undefined) return null;
  const { current, baseline } = compared.counted;
  const [fewest, interval] = [
    Math.min(current.trials, baseline.trials),
    compared.difference?.interval ?? null,
  ];
  const isKnown = fewest >= MIN_SAMPLE && interval !== null;
  const points = isKnown
    ? pointsOf(current.events / current.trials - baseline.events / baseline.trials)
    : null;
  const side = (each: typeof current) => ({ count: each.events, of: each.trials });
  const isTold = gate === null || fewest >= least;
  const verdict =
    gate !== null ? ('as_often' as const) : (points ?? 0) < 0 ? ('less' as const) : ('more' as const);
  return {
    cited: side(current),
    elsewhere: side(baseline),
    points,
    lower: isKnown ? pointsOf(interval.lower) : null,
    upper: isKnown ? pointsOf(interval.upper) : null,
    verdict: isTold ? verdict : null,
  };
}
