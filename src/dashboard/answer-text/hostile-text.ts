import { codeOf, REARRANGING } from '../../domain/text.ts';
import { type Content, html } from '../html.ts';

const CONTROLS = new RegExp(`([${REARRANGING}]|(?![\\t\\n\\v\\f\\r])\\p{Cc})`, 'u');

/** Text in which characters that nobody would see, but that change how other text is shown, are named. */
export function withControlsShown(text: string): Content {
  if (!CONTROLS.test(text)) return text;
  return text
    .split(CONTROLS)
    .map((piece, index) => (index % 2 === 0 ? piece : html`<span class="control">${codeOf(piece)}</span>`));
}

/** A target that a link of an answer may lead to. */
export interface SafeTarget {
  readonly href: string;
  /** The host that the browser would open, in ASCII, so that it looks like no other. */
  readonly host: string;
}

/** Only absolute http and https URLs; null for every other. */
export function safeTarget(url: string): SafeTarget | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { protocol, href, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return { href, host: host.replace(/^www\./, '') };
}
