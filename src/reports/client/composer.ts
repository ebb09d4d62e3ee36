import type { FrozenFigures, ReportedAnswers } from '../../domain/sharing/shared-report.ts';
import { operatorCaller } from '../run/operator.ts';
import { type ClientContext, freezeFigures } from './figures.ts';
import { reportMail } from './mail-words.ts';

/** Composes a report's mails for its sender. */
export function reportComposer({
  db,
  now,
}: {
  readonly db: ClientContext['db'];
  readonly now: () => number;
}) {
  return {
    freeze: async (brand: string, answers: ReportedAnswers): Promise<FrozenFigures> => {
      const at = now();
      const caller = await operatorCaller(db, { brand }, at);
      return await freezeFigures({ db, now: at, caller, brand }, answers);
    },
    words: reportMail,
  };
}
