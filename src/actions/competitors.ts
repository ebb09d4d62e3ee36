import Type from 'typebox';
import { siteFields } from '../pipeline/declare/document/declared.ts';
import { brandDocument } from '../pipeline/declare/document/document.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineBrandAction } from './action.ts';
import { declareParts, notFound } from './declare.ts';

const { name, ...fields } = siteFields;

const named = Type.Object({ competitor: text('Its name.') });

export const setCompetitor = defineBrandAction({
  name: 'set_competitor',
  command: null,
  summary: 'Add a competitor, or change one.',
  description:
    'Fields left out stay. A name always stands for the same competitor, also after you removed it.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PUT', path: '/brands/:brand/competitors/:name' },
  input: { name, ...fields },
  data: named,
  example: { name: 'Kestrel Boards', domains: ['kestrel-boards.example'] },
  run: async (context, given) => {
    const { competitors } = await brandDocument(context.db, context.brand.publicId);
    const at = competitors.findIndex((each) => each.name === given.name);
    const all =
      at === -1 ? [...competitors, given] : competitors.with(at, { ...competitors[at], ...given } as never);
    const outcome = await declareParts(context, { competitors: all as typeof competitors });
    return { ...outcome, data: { competitor: given.name } };
  },
});

export const removeCompetitor = defineBrandAction({
  name: 'remove_competitor',
  command: null,
  summary: 'Stop tracking a competitor.',
  description: 'Reports omit it from now on. Setting it again brings its answers back.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'DELETE', path: '/brands/:brand/competitors/:name' },
  isDestructive: true,
  input: { name },
  data: named,
  example: { name: 'Kestrel Boards' },
  run: async (context, { name: removed }) => {
    const { competitors } = await brandDocument(context.db, context.brand.publicId);
    const left = competitors.filter((each) => each.name !== removed);
    if (left.length === competitors.length) throw notFound('competitor with this name');
    const outcome = await declareParts(context, { competitors: left });
    return { ...outcome, data: { competitor: removed } };
  },
});
