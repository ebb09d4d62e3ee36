import Type from 'typebox';
import { fetchBrandPages } from '../pipeline/site/fetch-brand-pages.ts';
import { pageAddress } from '../pipeline/site/fetch-facts.ts';
import { PageFactsSchema, pageFactsRows } from '../reports/shape/page-facts.ts';
import { text } from '../reports/shape/schemas.ts';
import { insertAudit } from '../storage/directory/access/audit.ts';
import { defineBrandAction } from './action.ts';

const MOST_PAGES = 1000;

export const fetchPages = defineBrandAction({
  name: 'fetch_pages',
  command: null,
  summary: 'Fetch pages now, and store what they say.',
  description: '',
  permission: 'collecting',
  route: null,
  input: {
    urls: Type.Array(Type.String(), { minItems: 1, maxItems: MOST_PAGES, description: 'Addresses.' }),
  },
  data: Type.Object({
    pages: Type.Array(Type.Object({ url: text('Its address.'), ...PageFactsSchema.properties })),
  }),
  example: null,
  run: async ({ db, now, actor, organizationId, brand }, { urls: given }) => {
    const urls = given.map(pageAddress);
    const [only = ''] = urls;
    const what = urls.length === 1 ? only : `${urls.length} pages`;
    const entry = { at: now(), organizationId, actor: actor.id, subject: brand.publicId };
    await insertAudit(db, { ...entry, action: 'brand.pages', detail: what });
    return {
      data: { pages: [] },
      changes: [{ what: 'Pages', before: null, after: what }],
      notices: [],
      afterwards: async (store, outside) => {
        const asked = { brand: brand.publicId, urls, stop: outside.stop };
        const { pages, tracked } = await fetchBrandPages({ ...outside, db: store }, asked);
        const rowOf = pageFactsRows(tracked);
        return { pages: pages.map((page) => ({ url: page.url, ...rowOf(page) })) };
      },
    };
  },
});
