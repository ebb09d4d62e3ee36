import { SightlineError } from '../../domain/errors.ts';
import { dollars } from '../../domain/figures/usd.ts';
import { fileWithSamples } from '../../pipeline/declare/document/planned-samples.ts';
import type { ReportNamed } from '../../reports/index.ts';
import type { Plan } from '../../reports/planner/planner-schema.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { EnvelopeOf } from '../../reports/run/run-report.ts';
import type { CliDeps } from '../shared/deps.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

type PlanEnvelope = EnvelopeOf<ReportNamed<'planner'>>;
type PlanMeta = PlanEnvelope['meta'];

const REFUSALS: Readonly<Record<string, string>> = {
  nothing_asked: 'the brand has no engines, or no active questions',
  fewer_answers_than_questions: 'fewer answers than questions; increase --answers',
  ceiling_too_low: 'one answer to each question costs more than --cents',
  price_unknown: 'an engine has no known price, so --cents cannot apply',
};

/** Writes the plan as an apply file: the brand as it is declared, with other samples per day. The store stays as it is. */
export async function writePlan(
  deps: CliDeps,
  db: Database,
  { data: plan, meta: about }: PlanEnvelope,
  { path, json }: { readonly path: string; readonly json: boolean },
): Promise<void> {
  const reason = about.allocation.null_because;
  if (reason !== null) {
    throw new SightlineError('invalid_argument', `Wrote nothing: ${REFUSALS[reason] ?? reason}.`);
  }
  const samples = new Map(plan.samples.map((each) => [each.question, each.samples_then]));
  const text = await fileWithSamples(db, about.brand.id, samples);
  if (path === '-') return deps.terminal.out(text);
  await deps.writeNew(path, text);
  deps.terminal.out(
    json ? jsonLine({ file: path, ...about.samples, samples: plan.samples }) : wordsOf(path, plan, about),
  );
}

function wordsOf(path: string, { samples, engines }: Plan, meta: PlanMeta): string {
  const more = samples.filter((each) => each.samples_then > each.samples_now).length;
  const now = engines.reduce((sum, each) => sum + each.questions_per_day, 0);
  const bill = meta.samples.usd_per_month;
  const cost =
    bill === null || meta.usd_per_month === null
      ? 'at an unknown cost'
      : `about ${dollars(bill)} in 30 days instead of ${dollars(meta.usd_per_month)}`;
  return (
    `${printable(path)}: ${more} ${more === 1 ? 'question' : 'questions'} asked more often, ${samples.length - more} less often; ` +
    `${meta.samples.questions_per_day} questions a day instead of ${now}, ${cost}.\n` +
    `Nothing has changed yet. Preview the changes: sightline apply --dry-run ${printable(path)}\n`
  );
}
