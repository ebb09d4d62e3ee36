import { type ChatText, fitting, shortLine } from './chat-text.ts';

/** Slack's limits: blocks, characters of a header, of a section, and in practice of all sections. */
const [MOST_BLOCKS, MOST_OF_HEADER, MOST_OF_SECTION, MOST_OF_ALL] = [50, 150, 3000, 12_000];
/** Header, note, and link. */
const OTHER_BLOCKS = 3;

/**
 * The body for an incoming webhook of Slack. Texts are `plain_text`, which has no formatting, and escaped, so that a
 * name such as `<!channel>` calls nobody. @see https://docs.slack.dev/reference/block-kit/blocks
 */
export function slackBody({ title, paragraphs, note, link }: ChatText): string {
  const head = shortLine(title, MOST_OF_HEADER, escapedLength);
  const sections = fitting(paragraphs, {
    sizeOf: escapedLength,
    most: MOST_OF_ALL,
    mostEach: MOST_OF_SECTION,
    mostParagraphs: MOST_BLOCKS - OTHER_BLOCKS,
    around: 0,
  });
  const blocks = [
    { type: 'header', text: plain(head) },
    ...sections.map((text) => ({ type: 'section', text: plain(text) })),
    { type: 'context', elements: [plain(shortLine(note, MOST_OF_SECTION, escapedLength))] },
    ...(link === null ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: linkText(link) } }]),
  ];
  // `text` is for notifications, whole. Without `mrkdwn: false`, it would be formatted.
  const text = escaped(shortLine(title, MOST_OF_SECTION, escapedLength));
  return JSON.stringify({ text, mrkdwn: false, blocks });
}

function plain(text: string) {
  return { type: 'plain_text', text: escaped(text), emoji: false };
}

function linkText(url: string): string {
  return `<${escaped(url).replaceAll('|', '%7C')}|Open in Sightline>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (each) => ENTITIES[each] ?? each);
}

function escapedLength(text: string): number {
  return escaped(text).length;
}
