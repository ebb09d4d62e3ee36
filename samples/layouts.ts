import { CLOSINGS, OTHERS, type Product, type Question } from './words.ts';

/** Draws a number from 0 to 1. */
export type Random = () => number;

export const oneOf = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/** An answer as it takes shape: the products that it names, in its order, and the pages that it read. */
export interface Draft {
  readonly question: Question;
  readonly named: readonly Product[];
  /** Hosts of the pages that it cites. */
  readonly hosts: readonly string[];
  readonly random: Random;
}

type Layout = (draft: Draft) => string;

/** How often a product is recommended, or spoken against; otherwise a fact is stated. */
const PICKED = 0.2;
const FAULTED = 0.045;

function sentenceOn(product: Product, random: Random, name = product.name): string {
  const at = random();
  const said = at < PICKED ? product.picks : at < PICKED + FAULTED ? product.faults : product.facts;
  return oneOf(said, random).replace('{}', () => name);
}

/** Facts only, so that no two sentences of an answer contradict each other. */
function factOn(product: Product, random: Random, name = product.name): string {
  return oneOf(product.facts, random).replace('{}', () => name);
}

const opening = ({ question, random }: Draft) => oneOf(question.openings, random);
const closing = (random: Random) => (random() < 0.55 ? `\n\n${oneOf(CLOSINGS, random)}` : '');
const bold = (name: string) => `**${name}**`;

/** A numbered list, which gives positions. */
const numbered: Layout = (draft) => {
  const { named, random } = draft;
  const items = named.map(
    (product, index) => `${index + 1}. ${sentenceOn(product, random, bold(product.name))}`,
  );
  const others = random() < 0.5 ? [`${items.length + 1}. ${oneOf(OTHERS, random)}`] : [];
  return `${opening(draft)}\n\n${[...items, ...others].join('\n')}${closing(random)}`;
};

/** Headings with numbers, and points below them. */
const headings: Layout = (draft) => {
  const { named, random } = draft;
  const parts = named.map(
    (product, index) =>
      `### ${index + 1}. ${product.name}\n\n- ${sentenceOn(product, random)}\n- **Price:** ${product.price}`,
  );
  return `${opening(draft)}\n\n${parts.join('\n\n')}${closing(random)}`;
};

const bullets: Layout = (draft) => {
  const { named, random } = draft;
  const items = named.map((product) => `- ${sentenceOn(product, random, bold(product.name))}`);
  const others = random() < 0.4 ? [`- ${oneOf(OTHERS, random)}`] : [];
  return `${opening(draft)}\n\n${[...items, ...others].join('\n')}${closing(random)}`;
};

const table: Layout = (draft) => {
  const { named, random } = draft;
  const rows = named.map(({ name, use, price }) => `| ${name} | ${oneOf(use, random)} | ${price} |`);
  const [first] = named;
  const more = first === undefined ? '' : `\n\n${sentenceOn(first, random)}`;
  return `${opening(draft)}\n\n| Tool | Used for | Price |\n| --- | --- | --- |\n${rows.join('\n')}${more}`;
};

/** Running text, with the sources in brackets where there are some. */
const prose: Layout = (draft) => {
  const { named, hosts, random } = draft;
  const sentences = named.map((product, index) => {
    const sentence = sentenceOn(product, random);
    return hosts.length > 0 && random() < 0.6 ? `${sentence}[${(index % hosts.length) + 1}]` : sentence;
  });
  const [first] = named;
  const more = first !== undefined && random() < 0.35 ? ` ${factOn(first, random)}` : '';
  return `${opening(draft)} ${sentences.join(' ')}${more}${closing(random)}`;
};

/** The same with a link to the page that says so. */
const linked: Layout = (draft) => {
  const { named, hosts, random } = draft;
  const items = named.map((product, index) => {
    const host = hosts[index];
    const link = host === undefined ? '' : ` ([${host}](https://${host}/))`;
    return `${index + 1}. ${sentenceOn(product, random, bold(product.name))}${link}`;
  });
  return `${opening(draft)}\n\n${items.join('\n')}${closing(random)}`;
};

/** How each engine likes to write; a layout that is listed twice is twice as likely. */
const STYLES: Readonly<Record<string, readonly Layout[]>> = {
  chatgpt: [numbered, linked, headings, bullets, table],
  claude: [prose, prose, bullets, numbered],
  gemini: [headings, table, bullets, bullets, numbered],
  perplexity: [numbered, numbered, numbered, prose],
  grok: [prose, numbered],
  google_ai_overview: [bullets, bullets, prose],
};

/** The text of an answer. One that names nobody gives advice instead. */
export function answerText(engine: string, draft: Draft): string {
  const { question, named, random } = draft;
  if (named.length === 0)
    return `${random() < 0.5 ? `${opening(draft)} ` : ''}${oneOf(question.advice, random)}`;
  return oneOf(STYLES[engine] ?? [prose], random)(draft);
}
