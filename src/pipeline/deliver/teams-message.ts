import { type ChatText, fitting, shortLine } from './chat-text.ts';

/** Bytes of a message. Teams documents 28 KB, and in practice refuses more than about 21. */
const MOST_BYTES = 20_000;
const MOST_BYTES_OF_TITLE = 1000;

/**
 * The body for a workflow of Teams that posts webhook requests: an Adaptive Card. Texts are runs of a RichTextBlock,
 * because a TextBlock would read names as Markdown. @see https://adaptivecards.io/explorer/RichTextBlock.html
 */
export function teamsBody({ title, paragraphs, note, link }: ChatText): string {
  const short = (text: string) => shortLine(text, MOST_BYTES_OF_TITLE, bytesOf);
  const head = blockOf(short(title), { size: 'Large', weight: 'Bolder' });
  const foot = blockOf(short(note), { size: 'Small', isSubtle: true });
  const bodyOf = (texts: readonly string[]) => {
    const blocks = texts.flatMap((text) => text.split('\n').map((line) => blockOf(line)));
    return JSON.stringify(envelopeOf([head, ...blocks, foot], link));
  };
  const most = MOST_BYTES - Buffer.byteLength(bodyOf([]));
  const room = { most, mostEach: most, mostParagraphs: Number.POSITIVE_INFINITY, around: BYTES_OF_BLOCK };
  return bodyOf(fitting(paragraphs, { ...room, sizeOf: bytesOf }));
}

function envelopeOf(body: readonly object[], link: string | null) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Sightline', url: link }],
    msteams: { width: 'Full' },
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function blockOf(text: string, look: object = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] };
}

/** With its comma. */
const BYTES_OF_BLOCK = JSON.stringify(blockOf('')).length + 1;

/** In JSON; each line after the first is a block too. */
function bytesOf(text: string): number {
  const lines = text.split('\n');
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(JSON.stringify(line)) - 2, 0);
  return bytes + (lines.length - 1) * BYTES_OF_BLOCK;
}
