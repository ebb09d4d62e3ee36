import type { BodyScores } from './engine-bodies.ts';
import type { RealScores } from './real-answers.ts';
import type { Score, Scores } from './score.ts';

const FRAMINGS = ['recommended', 'negative', 'neutral', 'ambivalent', 'abstain'];

/** The labeled set's scores as Markdown. */
export function labeledTable(scores: Scores): string {
  const { truePositives, falsePositives, falseNegatives } = scores.mentions;
  const precision = { right: truePositives, of: truePositives + falsePositives };
  const recall = { right: truePositives, of: truePositives + falseNegatives };
  const abstained = scores.recall.abstain?.of ?? 0;
  const framed = Object.values(scores.recall).reduce((sum, each) => sum + each.of, 0);
  return [
    `${scores.cases} answers and sentences, ${scores.labels} labeled brands, ${scores.languages.length} languages ` +
      `(${scores.languages.join(', ')}).`,
    '',
    '| | right | of | share |',
    '|---|---|---|---|',
    row('mentions, precision', precision),
    row('mentions, recall', recall),
    row('count', scores.count),
    row('list position, exact', scores.rank),
    row('snippet, exact', scores.snippet),
    row('outcome', scores.outcome),
    ...FRAMINGS.map((framing) => row(`framing read as ${framing}, precision`, scores.precision[framing])),
    ...FRAMINGS.map((framing) => row(`framing labeled ${framing}, recall`, scores.recall[framing])),
    '',
    `Labeled as bare items, where abstaining is right: ${abstained} of ${framed}.`,
    '',
  ].join('\n');
}

/** Readings of real answers against their weak labels, as Markdown. */
export function realTable({ agreements }: RealScores): string {
  return [
    '| engine | answers | labeled brands read | with a position | position as labeled | recommended | negative | neutral | both ways | not judged |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...agreements.map((each) => {
      const framings = FRAMINGS.map((framing) => each.framings[framing] ?? 0);
      const cells = [
        each.engine,
        each.answers,
        `${each.found} of ${each.labeled} (${share({ right: each.found, of: each.labeled })})`,
        each.ranked,
        `${each.sameRank} (${share({ right: each.sameRank, of: each.ranked })})`,
        ...framings,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
  ].join('\n');
}

/** The engines' parsers on recorded bodies, as Markdown. */
export function enginesTable({ scores, foreign, streams }: BodyScores): string {
  return [
    '| engine | answers | read | characters read | added | cited pages read | added | same order | non-answers refused |',
    '|---|---|---|---|---|---|---|---|---|',
    ...scores.map((each) => {
      const cells = [
        each.engine,
        each.answers,
        each.answers - each.thrown - each.failed,
        `${each.recovered} of ${each.characters}`,
        each.invented,
        `${each.found} of ${each.cited}`,
        each.added,
        `${each.sameOrder} of ${each.citing}`,
        `${each.refused} of ${each.others}`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
    `Left out: ${foreign} bodies from providers not used here, ${streams} streams that the evaluation does not reassemble.`,
    '',
  ].join('\n');
}

function row(what: string, score: Score | undefined): string {
  const { right, of } = score ?? { right: 0, of: 0 };
  return `| ${what} | ${right} | ${of} | ${share({ right, of })} |`;
}

function share({ right, of }: Score): string {
  return of === 0 ? '-' : (right / of).toFixed(3);
}

/** A page with the text between a section's two comments replaced. */
export function withSection(page: string, name: string, section: string): string {
  const begin = `<!-- ${name}: begin -->\n`;
  const end = `<!-- ${name}: end -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the page has no section ${name}`);
  return `${page.slice(0, from + begin.length)}\n${section}\n${page.slice(to)}`;
}
