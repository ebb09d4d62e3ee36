import { Document, isCollection, isMap, isPair, isScalar, isSeq, visit, type YAMLMap } from 'yaml';
import { countryNamed } from '../../../domain/brand/country-names.ts';
import type { DeclaredOrganization } from './declared.ts';

/** Longer nodes take several lines. */
const LONGEST_LINE = 100;

/** Lists with one line per item. */
const LISTED = new Set(['organizations', 'brands', 'competitors', 'markets', 'prompts', 'sites', 'themes']);

/** An apply file in YAML. Reading it back gives the same value, for any texts. */
export function applyYaml(organizations: readonly Partial<DeclaredOrganization>[]): string {
  const document = new Document({ organizations }, { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_key, { key, value }) => {
      const name = isScalar(key) ? String(key.value) : '';
      if (isCollection(value) && !LISTED.has(name)) value.flow = isShort(value);
      if (name === 'markets' && isSeq(value)) value.items.filter(isMap).forEach(nameCountry);
    },
    Map: (_key, map, path) => {
      const isItem = !isPair(path.at(-1));
      if (isItem && isShort(map)) map.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

function nameCountry(market: YAMLMap): void {
  const locationCode = market.get('location_code');
  const country = typeof locationCode === 'number' ? countryNamed(locationCode) : undefined;
  if (country !== undefined) market.comment = ` ${country}`;
}

/** Whether a list or object has only texts and numbers and fits on one line. */
function isShort(node: unknown): boolean {
  if (!isCollection(node)) return false;
  const inner = node.items.flatMap((each) => (isPair(each) ? [each.key, each.value] : [each]));
  if (!inner.every(isScalar)) return false;
  const written = inner.map(({ value }) => JSON.stringify(value) ?? '');
  return written.join(', ').length <= LONGEST_LINE && !written.some((text) => text.includes('\\n'));
}
