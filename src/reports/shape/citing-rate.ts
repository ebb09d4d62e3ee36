import Type from 'typebox';
import { findEngine } from '../../domain/answers/engine.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { designEffects } from './design-effects.ts';
import type { ReportContext } from './report.ts';
import { count, engineSlug, nullable, rateProperties, repeatProperties } from './schemas.ts';

/** The parameter for the engine of `CITED_RATE`. */
export const shareOnParameter = Type.Optional(
  engineSlug('The engine for the share of citing answers; `engine` by default.'),
);

/** The share of one engine's answers that cite something. */
export const CITED_RATE = nullable(
  Type.Object({
    ...rateProperties,
    present: count('Answers that cite it.'),
    responses: count('All answers: the denominator.'),
    ...repeatProperties,
  }),
  'The share of answers that cite it, of the engine in `share_on` or `engine`. Null for several: rates are of one engine.',
);

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
