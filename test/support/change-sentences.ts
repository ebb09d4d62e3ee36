import type { alertRecordOf } from '../../src/domain/alerts/alert-record.ts';
import {
  type ChangeInWords,
  changeLine,
  changeStart,
  dayText,
  levelWords,
  middleOf,
} from '../../src/domain/alerts/change-words.ts';
import { NOW } from './world.ts';

/** A row of /changes, as JSON has it. */
export interface ChangeRow extends ChangeInWords {
  readonly difference: { readonly points: number } | null;
  readonly id: string;
  readonly engine: string;
  readonly sentence: string;
  readonly alerts: readonly string[];
  readonly before: ChangeInWords['before'] & { readonly window: Days };
  readonly since: ChangeInWords['since'] & { readonly window: Days };
}

interface Days {
  readonly from: string;
  readonly until: string;
}

/** An alert as /alerts has it. */
export type ToldAlert = ReturnType<typeof alertRecordOf> & { readonly change: string };

/** What everything said of a brand in a market has to agree with. */
export interface Facts {
  /** The brand's id, and its name. */
  readonly id: string;
  readonly brand: string;
  readonly changes: readonly ChangeRow[];
  /** What alerts said on their days. */
  readonly alerts: readonly ToldAlert[];
  /** Whether the page's window ends with the last finished day: a past one may compare other days. */
  readonly isNow: boolean;
  /** Other markets with changes that hold. */
  readonly elsewhere: readonly { readonly market: string; readonly holding: number }[];
  /** An engine's name that stopped answering. */
  readonly silent?: string | undefined;
  /** Whether no engine has answers enough to tell a change. */
  readonly isShort?: boolean | undefined;
}

/** What one door says, line by line. */
export interface Said {
  readonly door: string;
  readonly lines: readonly string[];
}

/** Words that speak of a change, and each door may use only as the rules below allow. */
const SPEAKS =
  /\b(?:less|more) often\b|\bfell\b|\brose\b|\bdropped\b|\bno longer\b|\bovert(?:ook|aken)\b|\bsince (?:about|the|then)\b|\bat the latest\b|\bstill so\b|\bas (?:often as )?before\b|\bno change\b|\bchanged\b|\bholds?\b|\bover$|\d% before\b|\bno engine\b|\bnot answered\b|\bSilent\b|\bwith (?:days before )?(?:the (?:fall|rise)|\w+’s rise)\b/gi;

/** Words of every world, which claim nothing of its changes: notes, kinds of alerts, other gates, and claims put to the test. */
const STATIC: readonly RegExp[] = [
  /An empty list does not mean that nothing changed\.?/g,
  /named more often in the same answers, beyond chance/gi,
  /An engine with a change that holds counts since then/g,
  /No engine has answers in either window(?:, so there is no change)?/g,
  /While it holds, read its engine by the share since/g,
  /“As before” compares with/g,
  /Parts of the change since the previous window/g,
  /\b(?:(?:plan|settings) changed|No single site changed by more than noise|no engine's own share|(?:more|less) often than$|Ask more often)/g,
  /\b(?:named (?:less|more) often|no longer named)\b/gi,
  /names \S+ (?:more|less) often from .*? than from [^|.“”]*/g,
];

/** A way to speak of a change, and whether these facts allow it. The last group of the pattern is an engine's name, if any. */
interface Rule {
  readonly says: RegExp;
  readonly isTrue: (facts: Facts, said: RegExpExecArray, line: string) => boolean;
}

const holding = ({ changes }: Facts) => changes.filter(({ state }) => state === 'holds');
/** The overview's rows have a product's name, and its surface. */
const isOn = (line: string) => (each: ChangeRow) =>
  line.includes(each.engine_name) || line.startsWith(each.engine_name.replace(' (API)', ' API'));

const RULES: readonly Rule[] = [
  {
    says: /(?:(No)|(\d+)) changes? holds?$/g,
    isTrue: (facts, [, , count = '0']) => holding(facts).length === Number(count),
  },
  {
    says: /, after (\d+)% (since [^:]*?)(?=:)/g,
    isTrue: ({ changes }, [, share, start]) =>
      changes.some(
        (each) =>
          each.state === 'over' && percentOf(each.since) === `${share}%` && changeStart(each, NOW) === start,
      ),
  },
  {
    says: /No engine names \S+ more or less often than before\./g,
    isTrue: (facts) =>
      !facts.isShort && !(facts.isNow && facts.changes.some(({ measure }) => measure === 'visibility')),
  },
  {
    says: /\bAs before\b|^Within noise .* Names .*/g,
    isTrue: (facts, _said, line) =>
      !facts.isShort &&
      !holding(facts).some((each) => facts.isNow && each.measure === 'visibility' && isOn(line)(each)),
  },
  {
    says: /\b(?:Less|More) often than before\b/g,
    isTrue: ({ changes, isNow }, _said, line) =>
      !isNow && changes.some((each) => each.measure === 'visibility' && isOn(line)(each)),
  },
  {
    says: /\bhas not answered since\b|\bSilent\b/g,
    isTrue: ({ silent }, _said, line) => silent !== undefined && line.includes(silent),
  },
  {
    says: /\b(Fell|Rose|Overtaken)\b/g,
    isTrue: (facts, [, word = ''], line) =>
      holding(facts).some(
        ({ measure, direction, ...each }) =>
          isOn(line)({ measure, direction, ...each }) &&
          word.toLowerCase() === (measure === 'visibility' ? direction : measure),
      ),
  },
  {
    says: /\bsince (?:about \w+ \d+|\w+ \d+ at the latest)/g,
    isTrue: (facts, [start]) => holding(facts).some((each) => changeStart(each, NOW) === start),
  },
  {
    says: /In the market (\S+), (\d+) changes? holds?\./g,
    isTrue: ({ elsewhere }, [, market, count]) =>
      elsewhere.some((each) => each.market === market && each.holding === Number(count)),
  },
  {
    says: /\bwith (?:the (fall|rise)|\w+’s rise) until about (\w+ \d+)/g,
    isTrue: ({ changes }, [, named, day]) =>
      changes.some(
        ({ state, direction, likely_end: end }) =>
          state === 'over' &&
          end !== null &&
          dayText(middleOf(end), NOW) === day &&
          (named === undefined || (direction === 'fell') === (named === 'fall')),
      ),
  },
  {
    says: /(\d+)% over these \d+ days: (\d+)% until about (\w+ \d+), (?:(\d+)% since\b)?(?:\s*, as before since)?/g,
    isTrue: ({ changes }, [, over = '', earlier, day, later]) =>
      changes.some(({ likely_start: start, before, since }) => {
        const [least = 0, most = 0] = [before, since]
          .map((side) => Number.parseInt(percentOf(side), 10))
          .sort((a, b) => a - b);
        const isChange = start !== null && dayText(middleOf(start), NOW) === day;
        const isLevel =
          percentOf(before) === `${earlier}%` &&
          percentOf(since) === `${later ?? Number.parseInt(percentOf(since), 10)}%`;
        return isChange && isLevel && least <= Number(over) && Number(over) <= most;
      }),
  },
  {
    says: /\bsince (?:the (fall|rise)|\w+’s (rise))\b/g,
    isTrue: (facts, [, named], line) =>
      holding(facts)
        .filter(isOn(line))
        .some(({ measure, direction }) =>
          named === undefined ? measure === 'overtaken' : direction === (named === 'fall' ? 'fell' : 'rose'),
        ),
  },
  {
    says: /\b(holds|Holds|over|Over|unknown|Not known)\b(?=$| \||[ ][-+]?\d)/g,
    isTrue: ({ changes }, [, word = '']) => changes.some(({ state }) => state === (STATES[word] ?? word)),
  },
  {
    says: /\b(Holds|Over|Not known) (\d+)\b/g,
    isTrue: ({ changes }, [, word = '', count = '']) =>
      changes.filter(({ state }) => STATES[word] === state).length === Number(count),
  },
];

const STATES: Readonly<Record<string, string>> = { Holds: 'holds', Over: 'over', 'Not known': 'unknown' };

/** As sentences have it. */
export function percentOf({ present, responses }: ChangeRow['since']): string {
  return `${((100 * present) / responses).toFixed(0)}%`;
}

/** Every claim that these facts do not carry, and every one in a door's own words. */
export function faultsIn({ door, lines }: Said, facts: Facts): string[] {
  return lines.flatMap((line) => {
    const left = withoutKnown(line, facts);
    const wrong: string[] = [];
    const rest = RULES.reduce(
      (text, { says, isTrue }) =>
        text.replace(says, (...match) => {
          const found = match.slice(
            0,
            match.findIndex((each) => typeof each === 'number'),
          );
          if (!isTrue(facts, found as unknown as RegExpExecArray, line)) wrong.push(`not true: ${match[0]}`);
          return ' ';
        }),
      left,
    );
    const own = rest.match(SPEAKS);
    if (own) wrong.push(`own words: ${own.join(', ')}`);
    return wrong.map((each) => `${door}: ${each} in “${line}”`);
  });
}

/** Without the change's own sentences in any of their endings, what alerts said, and sentences of every world. */
function withoutKnown(line: string, facts: Facts): string {
  const { changes, alerts, brand } = facts;
  const clauses = changes.flatMap((each) => [
    ...new Set(
      [each.sentence, changeLine(each, { brand, now: NOW })].map((said) =>
        said.replace(/(?:: still so (?:today|on \w+ \d+, the last day with answers))?\.$/, ''),
      ),
    ),
    ...(each.before.rate === null || each.since.rate === null ? [] : Object.values(levelWords(each, NOW))),
  ]);
  const told = alerts.flatMap(({ title, detail }) => [detail, title]);
  const known = [...told, ...clauses].toSorted((one, other) => other.length - one.length);
  const bare = known.reduce((text, each) => text.replaceAll(each, ' '), line);
  return STATIC.reduce((text, each) => text.replace(each, ' '), bare).replace(
    /: still so (?:today|on \w+ \d+(?:, the last day with answers)?)\b/g,
    ' ',
  );
}
