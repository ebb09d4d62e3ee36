import type { Static } from 'typebox';
import type { importLines } from '../../actions/import-answers.ts';
import type { ActionResult } from '../../actions/run-action.ts';
import { SightlineError } from '../../domain/errors.ts';
import { SUPPORTED_FORMATS } from '../../pipeline/intake/other-formats.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { badLinesText, importText } from '../shared/import-text.ts';
import { printable } from '../shared/terminal.ts';

type ImportData = Static<(typeof importLines)['data']>;

/** `answer import` tells what `import` does, and fails if a line is bad: a program that sends a few lines must notice. */
export const importPart: OwnPart = {
  file: 'lines',
  text: ({ data, notices }) => {
    const { problems, ...summary } = data as ImportData;
    const told = notices.map((each) => `${printable(each)}\n`).join('');
    return { err: badLinesText(problems, 0), out: `${importText(summary)}${told}` };
  },
  failure: ({ data }: ActionResult) => {
    const { lines, bad_lines: bad } = data as ImportData;
    if (bad === 0) return null;
    return new SightlineError(
      'bad_line',
      bad === lines
        ? `Stored nothing: every line is bad; ${SUPPORTED_FORMATS}.`
        : `${bad} of ${lines} lines ${bad === 1 ? 'is' : 'are'} bad, and not stored.`,
    );
  },
};
