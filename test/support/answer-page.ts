import assert from 'node:assert/strict';

/** Tags and attributes that an answer's HTML may have. */
const ID = ' id="[a-z0-9-]+"';
const ATTRIBUTE = { dir: ' dir="(?:auto|ltr)"', class: ' class="[a-z -]+"' };
const ALLOWED = [
  '</?(?:h[2-6]|p|ul|blockquote|strong|em|del|code|table|thead|tbody|tr|sup|mark|span|bdi|a|div|ol|li|td|th|pre)>',
  '<(?:br|hr)>',
  `<(?:h[2-6]|p|pre)${ATTRIBUTE.dir}>`,
  `<(?:p|div)${ATTRIBUTE.class}${ATTRIBUTE.dir}>`,
  `<li(?: value="\\d+")?${ATTRIBUTE.dir}>`,
  `<div class="footnote"(?:${ID})?>`,
  `<(?:span|sup)${ATTRIBUTE.class}(?:${ATTRIBUTE.dir})?>`,
  `<span${ID}>`,
  `<td${ATTRIBUTE.class}>`,
  `<mark(?:${ID})?${ATTRIBUTE.class}(?: title="[^"<>]*")?>`,
  `<th scope="col"${ATTRIBUTE.class}${ATTRIBUTE.dir}>`,
  `<td${ATTRIBUTE.class} data-label="[^"<>]*"${ATTRIBUTE.dir}>`,
  '<a href="https?://[^"<>\\s]+" rel="noopener nofollow">',
  '<a href="#(?:footnote|cited)-\\d+">',
].map((tag) => new RegExp(`^${tag}$`));

const TAG = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Fails unless every tag is allowed and properly nested. */
export function assertOnlyAnswerTags(html: string): void {
  const open: string[] = [];
  for (const [tag] of html.matchAll(TAG)) {
    assert.ok(
      ALLOWED.some((allowed) => allowed.test(tag)),
      tag,
    );
    const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? '';
    if (tag.startsWith('</')) assert.equal(open.pop(), name, html);
    else if (name !== 'br' && name !== 'hr') open.push(name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(html.replace(TAG, ''), /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
}

/** The text between the tags, without the elements that begin with one of these tags. */
export function textContent(html: string, without: readonly string[] = []): string {
  let text = '';
  let depth = 0;
  for (const [piece] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (!piece.startsWith('<')) text += depth === 0 ? piece : '';
    else if (depth > 0) depth += piece.startsWith('</') ? -1 : 1;
    else if (without.includes(piece)) depth = 1;
  }
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');
}

/** The text inside one kind of mark, joined. */
export function markedText(html: string, kind: string): string {
  const marks = html.matchAll(/<mark[^>]* class="([a-z ]+)"[^>]*>(.*?)<\/mark>/gs);
  const own = [...marks].filter(([, classes = '']) => classes.split(' ').includes(kind));
  return own.map(([, , content = '']) => textContent(content)).join('');
}
