import type { FrozenFigures, ReportedAnswers } from '../../domain/client-report.ts';
import { operatorCaller } from '../run/operator.ts';
import type { ClientContext } from './context.ts';
import { freezeFigures } from './figures.ts';
import { reportMail } from './mail-words.ts';

/** What makes mails of reports, as whoever sends them is handed it. */
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
