import Type from 'typebox';
import { LONGEST_NOTE, RECOMMENDATION_STATUSES } from '../domain/alerts/recommendation.ts';
import { setRecommendation } from '../pipeline/declare/recommendations.ts';
import { oneOf, text } from '../reports/shape/schemas.ts';
import { defineBrandAction } from './action.ts';

export const setSiteStatus = defineBrandAction({
  name: 'set_site_status',
  command: null,
  summary: 'Say how far the work on a recommended site is.',
  description: '',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PUT', path: '/sites/:site/status' },
  input: {
    site: Type.String({ maxLength: 300, description: 'Such as example.org.' }),
    status: oneOf(RECOMMENDATION_STATUSES, 'How far the work is.'),
    note: Type.Optional(
      Type.String({ maxLength: LONGEST_NOTE, description: 'One line; left out: it stays; blank: removed.' }),
    ),
    part: Type.Optional(oneOf(['own', 'others'], '`own`: your pages on it. Default: the others.')),
  },
  data: Type.Object({ site: text('The site.'), status: text('Its status.') }),
  example: { site: 'reviews.example', status: 'asked' as const, note: 'Wrote to the editor' },
  run: async ({ db, now, actor, brand }, { site, status, note, part = 'others' }) => {
    const given = { site, status, part, ...(note !== undefined && { note }) };
    const { before, after } = await setRecommendation({ db, now, actor: actor.id }, brand.publicId, given);
    const changes = before === after ? [] : [{ what: `Site ${site}`, before, after }];
    return { data: { site, status }, changes, notices: [] };
  },
});
