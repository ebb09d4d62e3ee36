import type { Branded } from '../domain/brand/branded.ts';
import { duplicateFinder, groupDuplicates } from './near-duplicates.ts';
import type { PageReading } from './page-reading.ts';
import { type Proposal, proposal, type SitePages } from './proposal.ts';
import { bestOf, QUESTION_WORDS, type QuestionLanguage, questionLanguage } from './question-words.ts';

export interface QuestionCandidate {
  readonly text: string;
  /** Its source, in a few words: `your page /agencies`. */
  readonly source: string;
  readonly caution?: string;
}

/** Every question costs money daily, so at most these start ticked for a new brand. */
const MOST_TICKED = 12;
/** A person reads the list. */
const MOST_PROPOSED = 100;

/** A page with more is a list of something else, and all of a site's pages are compared with each other. */
const MOST_OF_PAGE = 50;

const FEWEST_WORDS = 3;
const MOST_WORDS = 16;

/**
 * Candidates as proposals. Near duplicates become one. A question that names the brand starts unticked, because its answers don't tell
 * whether engines find the brand.
 *
 * @param whom returns the brands that a text names
 */
export function questionProposals(
  candidates: readonly QuestionCandidate[],
  whom: (text: string) => Branded,
  { asked = [], mostTicked = MOST_TICKED }: QuestionOptions = {},
): Proposal[] {
  const isAsked = duplicateFinder(asked);
  const proposals = groupDuplicates(candidates.filter(({ text }) => !isAsked(text))).map((group) =>
    questionOf(group, whom),
  );
  const plain = proposals.filter(({ caution }) => caution === null);
  return [
    ...plain.map((each, index) => ({ ...each, isAdvised: index < mostTicked })),
    ...proposals.filter(({ caution }) => caution !== null),
  ].slice(0, MOST_PROPOSED);
}

interface QuestionOptions {
  /** Existing questions: their duplicates are no proposals. */
  readonly asked?: readonly string[] | undefined;
  readonly mostTicked?: number | undefined;
}

/** Duplicates to quote; a person can change the question later. */
const MOST_ALIKE = 2;

function questionOf(
  [first, ...others]: readonly [QuestionCandidate, ...QuestionCandidate[]],
  whom: (text: string) => Branded,
): Proposal {
  const { text, caution = null } = first;
  const alike = [...new Set(others.map((each) => each.text))].filter((each) => each !== text);
  const more = alike.length > MOST_ALIKE ? ` and ${alike.length - MOST_ALIKE} more` : '';
  const named = alike
    .slice(0, MOST_ALIKE)
    .map((each) => `“${each}”`)
    .join(', ');
  const sources = [...new Set([first, ...others].map(({ source }) => source))];
  return proposal({
    kind: 'question',
    text,
    whom: whom(text),
    evidence: [...sources, ...(alike.length > 0 ? [`like ${named}${more}`] : [])],
    caution:
      whom(text) === 'self' ? 'names your brand, so it does not show whether engines find you' : caution,
  });
}

/** Questions about the pages' subjects. @param competitors competitors' names on the site */
export function siteQuestions({ pages }: SitePages, competitors: readonly string[]): QuestionCandidate[] {
  const language = questionLanguage(pages[0]?.language ?? null) ?? 'en';
  const { alternatives } = QUESTION_WORDS[language];
  return [
    ...pages.flatMap((page) => kindQuestions(page, language).slice(0, MOST_OF_PAGE)),
    ...competitors
      .slice(0, 5)
      .map((name) => ({ text: `${alternatives} ${name}`, source: `competitor ${name}` })),
    ...pages.flatMap((page) => askedQuestions(page, language).slice(0, MOST_OF_PAGE)),
  ];
}

/** The site's product category, from its page titles: `project management software for agencies`. */
function kindQuestions(page: PageReading, first: QuestionLanguage): QuestionCandidate[] {
  const language = questionLanguage(page.language) ?? first;
  const { kinds, praise, howTo } = QUESTION_WORDS[language];
  const called = [
    ...(page.title ?? '').split(/[|｜·•»:：]\s*|(?<!\s)\s+[–—-]\s+/),
    ...page.headings.filter(({ level }) => level === 1).map(({ text }) => text),
  ];
  return called.flatMap((text) => {
    let phrase = text.replace(/[.!,;].*$/s, '').trim();
    if (/[?？]$/.test(phrase) || howTo.test(phrase)) return [];
    while (praise.test(phrase)) phrase = phrase.replace(praise, '').replace(/^['’\s-]+/, '');
    const words = phrase.split(/\s+/);
    if (words.length > 10 || !kinds.test(phrase) || /^\p{N}/u.test(phrase)) return [];
    const isWide = words.length < 2 ? { caution: 'too wide: any brand would fit' } : {};
    return [
      {
        text: `${bestOf(phrase, language)} ${inSentence(phrase, language)}`,
        source: pageSource(page),
        ...isWide,
        ...languageCaution(language, first),
      },
    ];
  });
}

/** Headings with another first word advertise: "Not a member yet?" */
const ENGLISH_QUESTION =
  /^(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|must|may)(?:['’]s|['’]re)?\s/i;

/** Questions on the pages, and their how-to headings. */
function askedQuestions(page: PageReading, first: QuestionLanguage): QuestionCandidate[] {
  const language = questionLanguage(page.language) ?? first;
  const { customerWords, howTo } = QUESTION_WORDS[language];
  const asked = [
    ...page.things.flatMap(({ types, name }) => (types.includes('Question') && name !== null ? [name] : [])),
    ...page.headings.map(({ text }) => text),
  ];
  return asked.flatMap((text) => {
    const line = text.replace(/^(?:Q\s*[:.)]|\d+\s*[.):]|[-–•¿])\s*/i, '').trim();
    const count = line.split(/\s+/).length;
    const isTeaser = language === 'en' && !ENGLISH_QUESTION.test(line);
    const isAsked = (/[?？]$/.test(line) && !isTeaser) || (howTo.test(line) && !/[.!]$/.test(line));
    if (!isAsked || count < FEWEST_WORDS + 1 || count > MOST_WORDS || customerWords.test(line)) return [];
    return [{ text: line, source: pageSource(page), ...languageCaution(language, first) }];
  });
}

function languageCaution(language: QuestionLanguage, first: QuestionLanguage): { caution?: string } {
  return language === first ? {} : { caution: `in another language than the first market: ${language}` };
}

function pageSource({ url }: PageReading): string {
  return `your page ${new URL(url).pathname}`;
}

/** A heading as part of a sentence: without title case. German keeps its nouns' capitals. */
function inSentence(phrase: string, language: QuestionLanguage): string {
  if (language === 'de') return phrase;
  return phrase.replace(/\p{Lu}\p{Ll}+/gu, (word, at: number) =>
    at > 0 && /[\p{L}\p{N}]/u.test(phrase[at - 1] ?? '') ? word : word.toLowerCase(),
  );
}
