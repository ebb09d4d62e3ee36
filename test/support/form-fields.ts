import type { PageResponse } from './dashboard.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The fields of the form that has this button, as a browser without a script would send them. */
export function fieldsIn({ html }: PageResponse, button: string): Record<string, string | string[]> {
  const form = html.split('<form').find((each) => each.includes(button)) ?? '';
  const read = (text = '') => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');
  const pairs = [
    ...[...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, attributes = '']) => {
      const [, name] = /name="([^"]*)"/.exec(attributes) ?? [];
      const [, value] = /value="([^"]*)"/.exec(attributes) ?? [];
      const isOff = attributes.includes('type="checkbox"') && !attributes.includes(' checked');
      return name === undefined || isOff ? [] : [[name, read(value)] as const];
    }),
    ...[...form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g)].map(
      ([, name = '', text]) => [name, read(text)] as const,
    ),
    ...[...form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(
      ([, name = '', options = '']) => [name, read(/value="([^"]*)" selected/.exec(options)?.[1])] as const,
    ),
  ];
  return Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => {
      const values = all.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
