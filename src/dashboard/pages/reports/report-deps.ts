import { SightlineError } from '../../../domain/errors.ts';
import type { ReportedAnswers } from '../../../domain/sharing/shared-report.ts';
import { parseDay } from '../../../domain/time/instant.ts';
import { dayOf } from '../../../domain/time/period.ts';
import { refuseDays } from '../../../pipeline/declare/shared-reports.ts';
import type { OwnedBrand } from '../../../pipeline/owned-brand.ts';
import { freezeFigures } from '../../../reports/client/figures.ts';
import type { Visit } from '../../visit/visit.ts';

export function ownedBy({ caller, brand }: Visit): OwnedBrand {
  return { organizationId: caller.organizationId, brand: brand.id };
}

const COMPARES = ['previous', 'year', 'off'] as const;

/** The form's selection of answers. @throws SightlineError `invalid_argument` */
export function answersIn(
  form: URLSearchParams,
  only: ReportedAnswers['only'],
  now: number,
): ReportedAnswers {
  const [first, last] = ['from', 'until'].map((name) => parseDay(form.get(name) ?? ''));
  const compare = COMPARES.find((each) => each === form.get('compare'));
  if (first == null || last == null || compare === undefined) {
    throw new SightlineError('invalid_argument', 'Give two days, such as 2026-10-01 and 2026-10-31.');
  }
  const answers = { firstDay: dayOf(first), lastDay: dayOf(last), compare, only };
  refuseDays(answers, now);
  return answers;
}

export async function frozenOf({ db, now, caller, brand }: Visit, answers: ReportedAnswers) {
  return await freezeFigures({ db, now, caller, brand: brand.id }, answers);
}
