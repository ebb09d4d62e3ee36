import Type from 'typebox';
import type { BrandMarket, MarketCodes } from '../domain/brand/market.ts';
import { formatInstantOrNull } from '../domain/time/instant.ts';
import { listReadableBrands } from '../storage/directory/brands.ts';
import { column, columnOf } from './shape/columns.ts';
import { defineReport } from './shape/report.ts';
import {
  count,
  flag,
  named,
  nullableInstant,
  nullableInteger,
  nullableText,
  readonlyList,
  text,
} from './shape/schemas.ts';

const codes = {
  location_code: nullableInteger('Location code of the search-data provider.'),
  language_code: nullableText('ISO language code.'),
};

const MarketSchema = named(
  'Market',
  {
    name: text('Pass as `?market=`.'),
    ...codes,
    active: flag('Whether Sightline asks questions in it.'),
  },
  "A place and a language in which Sightline asks the brand's questions.",
);

const BrandSchema = named(
  'Brand',
  {
    id: text('Public id of the workspace; pass as `?brand=`.'),
    name: text('Display name.'),
    domain: nullableText("The brand's own domain; null before setup finishes."),
    configured: flag('False during setup; data endpoints then return 404 `brand_not_configured`.'),
    active_prompts: count('Questions currently running.'),
    market: Type.Object(codes, {
      description: 'The first market: the default in every report.',
    }),
    markets: Type.Optional(
      readonlyList(
        MarketSchema,
        'Only for a brand that has or had several: its markets, with `market` first; then removed ones, which keep their answers.',
      ),
    ),
    prospect_until: nullableInstant(
      'When Sightline removes a prospect unless somebody keeps it; null for an ordinary brand.',
    ),
    last_collected_at: nullableInstant('Time of the most recent stored answer; null when there is none.'),
  },
  'A brand workspace.',
);

export const brands = defineReport({
  name: 'brands',
  summary: 'The brands this key may read, oldest first.',
  description: 'A key pinned to a brand sees only that one.',
  takesBrand: false,
  query: {},
  data: readonlyList(BrandSchema, 'One row per brand.'),
  meta: { pinned: flag('True when the key is bound to one brand.') },
  columns: {
    rows: {
      none: 'No brands.',
      columns: [
        column('text', 'id', 'Id'),
        column('text', 'name', 'Name'),
        column('text', 'domain', 'Domain'),
        column('flag', 'configured', 'Configured'),
        column('count', 'active_prompts', 'Active questions'),
        columnOf('count', 'market_location_code', 'market.location_code', 'Location', { csvOnly: true }),
        columnOf('text', 'market_language_code', 'market.language_code', 'Language', { csvOnly: true }),
        {
          id: 'markets',
          label: 'Markets',
          kind: 'list',
          items: ({ markets = [] }) => markets.map(({ name }) => name),
        },
        column('instant', 'prospect_until', 'Removed', { none: '-' }),
        column('instant', 'last_collected_at', 'Last answer', { none: 'never' }),
      ],
    },
  },
  tableNote: 'The other reports take an id or a name as --brand.',
  errors: [],
  async run({ db, caller }) {
    const rows = await listReadableBrands(db, caller);
    return {
      note:
        'Pass an id as `brand` to the other endpoints. `meta.brand` is the oldest of these brands.' +
        (rows.some(hasSeveralMarkets) ? ' `market` is the first of `markets`.' : ''),
      meta: { pinned: caller.brandIds !== null },
      data: rows.map((row) => ({
        id: row.publicId,
        name: row.name,
        domain: row.configured ? row.domain : null,
        configured: row.configured,
        active_prompts: row.activePrompts,
        market: codesOf(row.markets[0]),
        ...(hasSeveralMarkets(row) && { markets: row.markets.map(marketOf) }),
        prospect_until: formatInstantOrNull(row.prospectUntil),
        last_collected_at: formatInstantOrNull(row.lastCollectedAt),
      })),
    };
  },
});

function hasSeveralMarkets({ markets }: { readonly markets: readonly BrandMarket[] }): boolean {
  return markets.length > 1;
}

function marketOf({ name, active, ...codes }: BrandMarket) {
  return { name, ...codesOf(codes), active };
}

function codesOf(codes: MarketCodes | undefined) {
  return { location_code: codes?.locationCode ?? null, language_code: codes?.languageCode ?? null };
}
