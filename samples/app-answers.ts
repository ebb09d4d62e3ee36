import { answerText, oneOf, type Random } from './layouts.ts';
import { randomFrom } from './random.ts';
import { PAGES } from './reads.ts';
import { PRODUCTS, type Product, QUESTIONS, type Question } from './words.ts';

/**
 * Answers of the ChatGPT app by two providers, for the demo's pages of ads and products: every question on
 * every third of the last 14 days. Only the first provider says what an answer showed beside its text.
 */

const DAYS = 14;
const EVERY = 3;
/** How often an answer names each product, on a question of the usual kind. */
const CHANCES = [0.55, 0.58, 0.34, 0.18];
/** How often the second provider's answer is drawn anew for a product or a page. */
const DRAWN_ANEW = 0.3;
const READS = 0.8;

const PROVIDERS = ['chatgpt_app', 'chatgpt_app_cloro'] as const;

interface Offer {
  readonly title: string;
  readonly url: string;
  readonly seller: string;
  /** The newest one, and the one of more than 6 days ago. */
  readonly prices: readonly [string, string];
}

const OFFERS: readonly Offer[] = [
  {
    title: 'Tandemly Studio, yearly',
    url: 'https://www.tandemly.example/pricing',
    seller: 'Tandemly',
    prices: ['$99.00', '$108.00'],
  },
  {
    title: 'Kestrel Boards Team, 10 seats',
    url: 'https://appmarket.example/apps/boards',
    seller: 'App Market',
    prices: ['$70.00', '$70.00'],
  },
  {
    title: 'Plotwise Planner',
    url: 'https://plotwise.example/',
    seller: 'Plotwise',
    prices: ['$12.00', '$12.00'],
  },
  {
    title: 'Deskline wall planner, 2027',
    url: 'https://paperandpins.example/wall-planner',
    seller: 'Paper & Pins',
    prices: ['$24.90', '$27.90'],
  },
];

const ADS: readonly {
  readonly title: string;
  readonly url: string;
  readonly seller: string;
  readonly text: string;
}[] = [
  {
    title: 'Kestrel Boards: free for 10 people',
    url: 'https://kestrel.example/boards?utm_source=chatgpt',
    seller: 'Kestrel Boards',
    text: 'A new board in five minutes.',
  },
  {
    title: 'Plans and budgets in one place',
    url: 'https://plotwise.example/?utm_source=chatgpt',
    seller: 'Plotwise',
    text: 'Try Plotwise for 30 days.',
  },
  {
    title: 'Boards that your clients understand',
    url: 'https://www.tandemly.example/features?utm_source=chatgpt',
    seller: 'Tandemly',
    text: 'A portal for every client. No seats.',
  },
  {
    title: 'Hire a project manager by the hour',
    url: 'https://pmhours.example/',
    seller: 'PM Hours',
    text: 'From $45 per hour.',
  },
];

/** The whole file. */
export function appLines(): string {
  const lines: object[] = [];
  for (const [index, question] of QUESTIONS.entries()) {
    for (let day = 0; day < DAYS; day += 1) {
      if ((day + index) % EVERY !== 0) continue;
      for (const provider of PROVIDERS) lines.push(lineOf(provider, question, { day, index }));
    }
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

interface Asked {
  readonly day: number;
  readonly index: number;
}

function lineOf(engine: (typeof PROVIDERS)[number], question: Question, { day, index }: Asked): object {
  const id = `${engine}/${index}/${day}`;
  const isSecond = engine === 'chatgpt_app_cloro';
  const key = `${index}/${day}`;
  const draws = (what: string) => drawsOf(isSecond, `${what}/${key}`);
  const naming = draws('names');
  const named = PRODUCTS.filter((_product, at) => naming() < question.lean * (CHANCES[at] ?? 0));
  const citations = citedBy(named, draws('cites'));
  const hosts = citations.map(({ url }) => new URL(url).hostname.replace(/^www\./, ''));
  return {
    brand: 'tandemly',
    engine,
    prompt: question.text,
    collected_at: `now-${day * 24 * 60 + index * 7 + (isSecond ? 6 : 5)}m`,
    external_id: id,
    answer: answerText('chatgpt', { question, named, hosts, random: draws('says') }),
    location_code: 2840,
    citations,
    ...(!isSecond && { cards: cardsOf(question, day, draws('shows')) }),
  };
}

/** Both providers ask one surface, so most of their draws are the same. */
function drawsOf(isSecond: boolean, key: string): Random {
  const [first, second] = [randomFrom(`first/${key}`), randomFrom(`second/${key}`)];
  return () => {
    const [shared, other, isAnew] = [first(), second(), second() < DRAWN_ANEW];
    return isSecond && isAnew ? other : shared;
  };
}

/** One draw per page and product, whoever is named, so that both providers' draws stay aligned. */
function citedBy(named: readonly Product[], random: Random) {
  const ofOthers = PAGES.filter(({ weight }) => random() < weight * READS);
  const ofNamed = PRODUCTS.flatMap((product) => {
    const [isCited, page] = [random() < 0.32, oneOf(product.pages, random)];
    return isCited && named.includes(product) ? [page] : [];
  });
  return [...ofNamed, ...ofOthers].map(({ url, title }) => ({ url, title }));
}

/** Products beside questions about buying, and ads beside any. */
function cardsOf({ lean }: Question, day: number, random: Random): object[] {
  const offers = lean < 0.8 ? [] : OFFERS.filter(() => random() < 0.4);
  const ads = random() < 0.35 ? [oneOf(ADS, random)] : [];
  return [
    ...offers.map(({ prices: [newest, earlier], ...offer }) => ({
      kind: 'product',
      ...offer,
      price: day > 6 ? earlier : newest,
    })),
    ...ads.map((ad) => ({ kind: 'ad', ...ad })),
  ];
}
