import { codeOf, REARRANGING } from '../../domain/text.ts';
import { type Content, html } from '../markup/html.ts';

const CONTROLS = new RegExp(`([${REARRANGING}]|(?![\\t\\n\\v\\f\\r])\\p{Cc})`, 'u');

/** Replaces invisible characters that alter surrounding text with their names. */
export function withControlsShown(text: string): Content {
  if (!CONTROLS.test(text)) return text;
  return text
    .split(CONTROLS)
    .map((piece, index) => (index % 2 === 0 ? piece : html`<span class="control">${codeOf(piece)}</span>`));
}

/** A link target that is safe to render. */
export interface SafeTarget {
  readonly href: string;
  /** The browser's host for it, in ASCII, so that lookalike hosts differ. */
  readonly host: string;
}

/** Only absolute http and https URLs; null for others. */
export function safeTarget(url: string): SafeTarget | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { protocol, href, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return { href, host: host.replace(/^www\./, '') };
}
