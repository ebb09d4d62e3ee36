import { writeFileSync } from 'node:fs';

/**
 * Writes samples/answers.jsonl: invented answers about invented products, the same at every run. Their times count back from
 * the import (`now-90m`), so that the samples never grow old. Every report has something to show over them. Run it with
 * `node samples/generate.ts` after a change here; a test holds the file against it.
 */

const DAYS = 44;

/** In the last days Claude hardly names Tandemly any more, so that there is something to report. */
const CHANGE = { engine: 'claude', brand: 'Tandemly', days: 9, chance: 0.05 };

const BRANDS = [
  { name: 'Tandemly', page: 'https://www.tandemly.example/features', chance: 0.46 },
  { name: 'Kestrel Boards', page: 'https://kestrel.example/boards', chance: 0.62 },
  { name: 'Plotwise', page: 'https://plotwise.example/', chance: 0.35 },
  { name: 'Quillstack', page: 'https://docs.quillstack.example/start', chance: 0.2 },
];

/** `searches`: how often it searches; null if it does not say what it searched for. */
const ENGINES = [
  { slug: 'chatgpt', lean: 1, everyHours: 24, searches: 0.6 },
  { slug: 'claude', lean: 0.8, everyHours: 24, searches: 0.5 },
  { slug: 'gemini', lean: 1.1, everyHours: 48, searches: 0.7 },
  { slug: 'perplexity', lean: 1.25, everyHours: 48, searches: 0.9 },
  { slug: 'google_ai_overview', lean: 0.6, everyHours: 240, searches: null },
];

/** What is asked, and what engines search for then. */
const PROMPTS = [
  {
    text: 'best project management tool for small agencies',
    searches: ['best project management tools for agencies', 'project management small agency comparison'],
  },
  {
    text: 'which kanban app is easiest to learn',
    searches: ['easiest kanban app', 'kanban app for beginners review'],
  },
  {
    text: 'project planning software with client portals',
    searches: ['project planning software client portal', 'Tandemly client portal'],
  },
  {
    text: 'alternatives to Kestrel Boards',
    searches: ['Kestrel Boards alternatives', 'Kestrel Boards vs Tandemly'],
  },
  {
    text: 'how do I plan sprints with a remote team',
    searches: ['remote sprint planning guide', 'sprint planning tools remote team'],
  },
  {
    text: 'cheapest project tool with time tracking',
    searches: ['cheap project management time tracking', 'project tool pricing comparison'],
  },
];

const READS = [
  { url: 'https://www.toolroundup.example/best-project-tools-2026', title: 'The best project tools of 2026' },
  { url: 'https://agencyforum.example/t/boards-compared', title: 'Boards compared' },
  { url: 'https://blog.agencyforum.example/client-portals', title: 'Client portals that clients use' },
  { url: 'https://planningweekly.example/remote-sprints', title: null },
  { url: 'https://en.wiki.example/Kanban_board', title: 'Kanban board' },
];

/** Read too, but less often. */
const READS_ALSO = [
  { url: 'https://appmarket.example/apps/boards', title: 'Apps for boards', chance: 0.12 },
  { url: 'https://agencyforum.example/t/leaving-kestrel', title: 'Leaving Kestrel', chance: 0.1 },
];

/** The brand's own pages that are read in answers that do not name it. */
const READ_WITHOUT_NAMING = [
  { url: 'https://www.tandemly.example/guides/sprint-planning', title: 'A guide to sprint planning' },
  { url: 'https://www.tandemly.example/pricing', title: 'Pricing' },
];

const PRAISE = [
  'our top pick for small teams',
  'quick to set up',
  'strong on client portals',
  'priced per board',
  'flexible, but clunky on phones',
];

/** The whole file. */
export function sampleLines(): string {
  const random = { naming: randomFrom(20_261_120), detail: randomFrom(11) };
  const lines: string[] = [];
  for (const engine of ENGINES) {
    for (const [index, prompt] of PROMPTS.entries()) {
      for (let hours = 0; hours < DAYS * 24; hours += engine.everyHours) {
        const minutes = hours * 60 + index * 11;
        const id = `${engine.slug}/${index}/${hours}`;
        const brands = hours < CHANGE.days * 24 ? brandsNow(engine.slug) : BRANDS;
        lines.push(JSON.stringify(lineOf(random, engine, brands, { prompt, at: `now-${minutes}m`, id })));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function brandsNow(engine: string): typeof BRANDS {
  return BRANDS.map((brand) =>
    engine === CHANGE.engine && brand.name === CHANGE.brand ? { ...brand, chance: CHANGE.chance } : brand,
  );
}

/** Two streams, so that a change to the details changes no rate. */
interface Random {
  readonly naming: () => number;
  readonly detail: () => number;
}

function lineOf(
  { naming: random, detail }: Random,
  engine: (typeof ENGINES)[number],
  brands: typeof BRANDS,
  { prompt, at, id }: { prompt: (typeof PROMPTS)[number]; at: string; id: string },
) {
  const asked = { brand: 'tandemly', engine: engine.slug, prompt: prompt.text };
  const line = { ...asked, collected_at: at, external_id: id };
  if (random() < 0.03) return { ...line, outcome: random() < 0.5 ? 'timeout' : 'error' };
  const listed = brands.filter((brand) => random() < brand.chance * engine.lean);
  const named = listed
    .map((brand) => ({ brand, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ brand }) => brand);
  const read = READS.filter(() => random() < 0.4);
  const own = named.filter(() => random() < 0.3).map((brand) => ({ url: brand.page, title: brand.name }));
  const praise = named.map(() => PRAISE[Math.floor(random() * PRAISE.length)] ?? '');
  return {
    ...line,
    answer: answerOf(named, praise, detail),
    location_code: 2840,
    citations: [...own, ...read, ...alsoRead(named, detail)],
    ...searchesOf(engine, prompt, detail),
  };
}

function alsoRead(named: readonly (typeof BRANDS)[number][], detail: () => number) {
  const others = READS_ALSO.filter(({ chance }) => detail() < chance).map(({ url, title }) => ({
    url,
    title,
  }));
  const isNamed = named.some(({ name }) => name === CHANGE.brand);
  const own = READ_WITHOUT_NAMING.filter(() => detail() < 0.05);
  return isNamed ? others : [...others, ...own];
}

/** Not every answer was searched for, and some engines do not say. */
function searchesOf(
  engine: (typeof ENGINES)[number],
  { searches }: (typeof PROMPTS)[number],
  detail: () => number,
): { searches?: string[] } {
  const { searches: chance } = engine;
  return chance === null ? {} : { searches: searches.filter(() => detail() < chance) };
}

function itemOf(brand: string, rank: number, praise: string): string {
  return `${rank}. **${brand}**: ${praise}.`;
}

function answerOf(
  named: readonly (typeof BRANDS)[number][],
  praise: readonly string[],
  detail: () => number,
): string {
  const [first] = named;
  if (first === undefined) {
    return 'It depends on how your team works. Start with a whiteboard and a weekly review, and buy a tool later.';
  }
  if (detail() < 0.15) return `Write down your week first. Teams often do that in ${inProse(named)}.`;
  const items = named.map((brand, index) => itemOf(brand.name, index + 1, praise[index] ?? ''));
  const again = detail() < 0.3 ? ` Most teams begin with the free plan of ${first.name}.` : '';
  return `Here are tools that teams like yours use:\n\n${items.join('\n')}\n\nTry two of them for a week each.${again}`;
}

function inProse(named: readonly (typeof BRANDS)[number][]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(named.map(({ name }) => name));
}

/** mulberry32: a small seeded generator, good enough for samples. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (import.meta.main) writeFileSync(new URL('answers.jsonl', import.meta.url), sampleLines());
