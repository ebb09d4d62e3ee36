import type { AskedProspect } from '../../domain/brand/prospect.ts';
import type { FrozenFigures, ReportedAnswers } from '../../domain/sharing/shared-report.ts';
import { operatorCaller } from '../run/operator.ts';
import { type ClientContext, freezeFigures } from './figures.ts';
import { reportMail } from './mail-words.ts';
import { prospectReport } from './prospect.ts';

/** Composes what nobody waits for: a report's mails, and a prospect's report. */
export function reportComposer({
  db,
  now,
}: {
  readonly db: ClientContext['db'];
  readonly now: () => number;
}) {
  const contextOf = async (brand: string): Promise<ClientContext> => {
    const at = now();
    return { db, now: at, brand, caller: await operatorCaller(db, { brand }, at) };
  };
  return {
    freeze: async (brand: string, answers: ReportedAnswers): Promise<FrozenFigures> =>
      await freezeFigures(await contextOf(brand), answers),
    prospect: async (brand: string, asked: AskedProspect) =>
      await prospectReport(await contextOf(brand), asked),
    words: reportMail,
  };
}
