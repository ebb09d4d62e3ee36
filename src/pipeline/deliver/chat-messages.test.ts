import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatText, IS_CUT } from './chat-text.ts';
import { slackBody } from './slack-message.ts';
import { teamsBody } from './teams-message.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const HOSTILE = '<!channel> <@U1> & *a* _b_ `c` ~d~ [x](https://evil.example) {{DATE(x)}}';

function textWith(name: string, paragraphs = [`ChatGPT names ${name} in 31% of answers.`]): ChatText {
  return { title: `${name} falls`, paragraphs, note: name, link: 'https://sightline.example/a?b=1&c=|d' };
}

interface SlackBlock {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly elements?: readonly { readonly type: string; readonly text: string }[];
}

function slack(text: ChatText) {
  const { text: summary, mrkdwn, blocks } = JSON.parse(slackBody(text));
  const all = blocks as SlackBlock[];
  const texts = all.flatMap((block) => [...(block.text ? [block.text] : []), ...(block.elements ?? [])]);
  return { summary: summary as string, mrkdwn, blocks: all, texts };
}

function teams(text: ChatText) {
  const body = teamsBody(text);
  const [attachment] = JSON.parse(body).attachments;
  const blocks = attachment.content.body as { type: string; inlines: { type: string; text: string }[] }[];
  return { body, attachment, blocks, lines: blocks.map(({ inlines }) => inlines[0]?.text ?? assert.fail()) };
}

test('Slack: texts are plain and escaped; only the link is formatted', () => {
  const { texts, summary, mrkdwn } = slack(textWith(HOSTILE));
  const escaped = HOSTILE.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  assert.deepEqual([summary, mrkdwn], [`${escaped} falls`, false]);
  assert.deepEqual(
    texts.map(({ type, text }) => `${type}: ${text}`),
    [
      `plain_text: ${escaped} falls`,
      `plain_text: ChatGPT names ${escaped} in 31% of answers.`,
      `plain_text: ${escaped}`,
      'mrkdwn: <https://sightline.example/a?b=1&amp;c=%7Cd|Open in Sightline>',
    ],
  );
});

test('Teams: an Adaptive Card 1.4 in the envelope of Workflows, without a text that is read as Markdown', () => {
  const { attachment, blocks, lines } = teams(textWith(HOSTILE));
  assert.equal(attachment.contentType, 'application/vnd.microsoft.card.adaptive');
  assert.deepEqual([attachment.contentUrl, attachment.content.version], [null, '1.4']);
  assert.ok(blocks.every(({ type, inlines }) => type === 'RichTextBlock' && inlines[0]?.type === 'TextRun'));
  assert.deepEqual(lines, [`${HOSTILE} falls`, `ChatGPT names ${HOSTILE} in 31% of answers.`, HOSTILE]);
  const [{ type, url }] = attachment.content.actions;
  assert.deepEqual([type, url], ['Action.OpenUrl', 'https://sightline.example/a?b=1&c=|d']);
});

const LONG: Readonly<Record<string, ChatText>> = {
  'a name of 10,000 characters': textWith('x'.repeat(10_000)),
  'a name of entities': textWith('<&>'.repeat(4000)),
  'a name of emoji': textWith(FAMILY.repeat(1000)),
  'a character of 10,000 code points': textWith(`a${'\u0301'.repeat(10_000)}`),
  'quotes and control characters': textWith('"\\\u0007\u202e'.repeat(4000)),
  'a lone surrogate': textWith('\ud83d'.repeat(9000)),
  'a thousand paragraphs': textWith(
    'Acme',
    Array.from({ length: 1000 }, (_, index) => `Line ${index}`),
  ),
  'a thousand lines in one': textWith('Acme', ['Line\n'.repeat(10_000)]),
  'paragraphs of the most': textWith(
    'Acme',
    Array.from({ length: 20 }, () => 'é'.repeat(3000)),
  ),
};

for (const [what, text] of Object.entries(LONG)) {
  test(`${what}: both keep their limits, cut no character, and say that there is more`, () => {
    const { blocks, texts } = slack(text);
    assert.ok(blocks.length <= 50, `${blocks.length} blocks`);
    assert.ok(texts.every((each) => each.text.length > 0 && each.text.length <= 3000));
    assert.ok((blocks[0]?.text?.text.length ?? 0) <= 150);
    assert.ok(texts.reduce((sum, each) => sum + each.text.length, 0) <= 13_200);
    const { body, lines } = teams(text);
    assert.ok(Buffer.byteLength(body) <= 21_000, `${Buffer.byteLength(body)} bytes`);
    for (const shown of [...lines, ...texts.map((each) => each.text)]) {
      assert.ok(shown.isWellFormed());
      assert.doesNotMatch(shown, /\u200d…|(?!\n)[\p{Cc}\u202e]/u);
    }
    assert.ok(texts.every((each) => !/&(?!amp;|lt;|gt;)/.test(each.text)));
    assert.ok(texts.some((each) => each.text === IS_CUT || each.text.length < 3000));
  });
}

test("Slack's notification has the whole title, which a header may not hold", () => {
  const { summary, blocks } = slack(textWith('x'.repeat(200)));
  assert.deepEqual([summary, blocks[0]?.text?.text.length], [`${'x'.repeat(200)} falls`, 150]);
});

test('what fits is whole, and says nothing of more', () => {
  const text = textWith('Acme', ['One.', 'Two:\n• a\n• b', ' ', 'Three.']);
  assert.deepEqual(
    slack(text)
      .texts.slice(1, -2)
      .map((each) => each.text),
    ['One.', 'Two:\n• a\n• b', 'Three.'],
  );
  assert.deepEqual(teams(text).lines.slice(1, -1), ['One.', 'Two:', '• a', '• b', 'Three.']);
});

test('the first paragraphs are the ones that remain', () => {
  const text = textWith('Acme', [
    'The sentence.',
    'é'.repeat(3000),
    ...Array.from({ length: 100 }, () => 'x'.repeat(2000)),
  ]);
  for (const shown of [slack(text).texts.map((each) => each.text), teams(text).lines]) {
    assert.equal(shown[1], 'The sentence.');
    assert.ok(shown.includes(IS_CUT));
  }
});
