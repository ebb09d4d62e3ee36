import Type from 'typebox';
import { formatInstant } from '../../domain/time/instant.ts';
import { newestThemeAnswers, type ThemeCount } from '../../panel/counts/themes.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { FRAMING_BITS } from '../../panel/row.ts';
import {
  type QuotedAnswer,
  type QuotedCitation,
  readQuotedAnswers,
} from '../../storage/answers/theme-quotes.ts';
import type { Database } from '../../storage/driver/database.ts';
import { instant, named, oneOf, readonlyList, text } from '../shape/schemas.ts';

const MOST_QUOTES = 5;

export const SaidQuoteSchema = named(
  'SaidQuote',
  {
    sentence: text(
      'The whole sentence verbatim, with its Markdown; from a table, the row. At most 500 characters.',
    ),
    answer_id: text('As in /answers.'),
    collected_at: instant("The answer's time."),
    question: text('The question asked.'),
    sites: readonlyList(Type.String(), 'Sites cited.'),
    cited_in: oneOf(
      ['sentence', 'answer'],
      'Whether the sentence cites them itself, by a link or by its `[2]`; otherwise the whole answer does.',
    ),
  },
  'A sentence about a brand, each from another answer.',
);

type SaidQuote = Type.Static<typeof SaidQuoteSchema>;

interface Places {
  readonly db: Database;
  readonly brandId: number;
  readonly answers: CountedAnswers;
}

export async function quotesOn(
  { db, brandId, answers }: Places,
  theme: string,
): Promise<(count: Pick<ThemeCount, 'engine' | 'trackedId' | 'way'>) => SaidQuote[]> {
  const newest = await newestThemeAnswers(answers, theme, MOST_QUOTES);
  // Loaded here, so that commands for other things start without the extractor.
  const { sentenceAround } = await import('../../extract/snippets.ts');
  const ids = [...new Set(newest.map(({ answerId }) => answerId))];
  const quoted = await readQuotedAnswers(db, brandId, ids);
  return ({ engine, trackedId, way }) => {
    if (way === 'any') return [];
    return newest
      .filter((each) => each.engine === engine && each.trackedId === trackedId)
      .filter(({ ways }) => (ways & FRAMING_BITS[way]) !== 0)
      .slice(0, MOST_QUOTES)
      .flatMap(({ answerId }) => {
        const answer = quoted.get(answerId);
        const own = answer?.said.get(trackedId) ?? [];
        const first = own.find((said) => said.theme === theme && said.framing === way);
        return answer && first ? [quoteOf(answer, sentenceAround(answer.text, first))] : [];
      });
  };
}

function quoteOf({ publicId, collectedAt, question, citations }: QuotedAnswer, sentence: string): SaidQuote {
  const own = citations.filter((citation) => isCitedIn(sentence, citation));
  const cited = own.length > 0 ? own : citations;
  return {
    sentence,
    answer_id: publicId,
    collected_at: formatInstant(collectedAt),
    question,
    sites: [...new Set(cited.map(({ site }) => site))],
    cited_in: own.length > 0 ? 'sentence' : 'answer',
  };
}

/** Whether a sentence links to a cited page or its host, or has its citation mark: `[2]`. */
function isCitedIn(sentence: string, { url, host, position }: QuotedCitation): boolean {
  return (
    sentence.includes(url) ||
    sentence.includes(`/${host}/`) ||
    sentence.includes(`/www.${host}/`) ||
    new RegExp(`\\[${position}\\](?!\\()`).test(sentence)
  );
}
