import { Parser } from 'htmlparser2';

/** Elements that no page has, whatever text it shows. */
const NEVER = new Set(
  'style iframe frame object embed applet base img video audio source track portal marquee math foreignobject animate set use image'.split(
    ' ',
  ),
);
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'ping', 'xlink:href'];

/** What text could have put into a page: code, styles, embedded contents, and unmarked ways to other sites. */
export function forbiddenIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const isForbidden =
        NEVER.has(name) ||
        (name === 'script' && !attributes.src?.startsWith('/assets/')) ||
        Object.keys(attributes).some((each) => /^on|^style$|^srcdoc$/.test(each)) ||
        ADDRESSES.some((each) => leadsAstray(name, attributes, attributes[each]));
      if (isForbidden) found.push(`${name} ${JSON.stringify(attributes)}`.slice(0, 300));
    },
  });
  parser.end(html);
  return found;
}

function leadsAstray(name: string, attributes: Record<string, string>, address = ''): boolean {
  if (name === 'link' && address === 'data:,') return false;
  if (!URL.canParse(address, 'http://own.example')) return true;
  const { origin, protocol } = new URL(address, 'http://own.example');
  if (origin === 'http://own.example') return false;
  const marks = attributes.rel?.split(' ') ?? [];
  return !(
    /^https?:$/.test(protocol) &&
    name === 'a' &&
    ['noopener', 'nofollow'].every((mark) => marks.includes(mark))
  );
}
