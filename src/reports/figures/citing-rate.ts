import Type from 'typebox';
import { findEngine } from '../../domain/answers/engine.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import { count, nullable, rateProperties, repeatProperties } from '../shape/schemas.ts';

/** The share of one engine's answers that cite something. @param why it may be null, as a sentence */
export function citedRate(why: string) {
  return nullable(
    Type.Object({
      ...rateProperties,
      present: count('Answers that cite it.'),
      responses: count('All answers: the denominator.'),
      ...repeatProperties,
    }),
    `The share of answers that cite it. ${why}`,
  );
}

/** The rate of citing answers, if one engine answered, and the answers that could cite. */
export async function citingRates(context: ReportContext, answers: CountedAnswers) {
  const counts = (await countAnswers(answers)).filter((each) => !findEngine(each.engine)?.citesNothing);
  const responses = counts.reduce((sum, each) => sum + each.answers, 0);
  const [only] = counts;
  if (only === undefined || counts.length > 1) return { responses, rateFor: () => null };
  const effects = await designEffects(context)(answers.only);
  const designEffect = effects(only.engine, context.panel.self, daysIn(answers.period));
  const rateFor = (citing: number) => ({
    ...rateOf(citing, responses, { designEffect }),
    design_effect: designEffectOf(designEffect),
  });
  return { responses, rateFor };
}
