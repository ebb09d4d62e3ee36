import type { ShortForm } from './short-form.ts';

/** The brand itself, week by week: with its competitors, a trend seldom fits. */
export const trendInShort: ShortForm = {
  defaults: { by: 'week' },
  description:
    'It has the brand itself only, by week. Pass `full=true` for its competitors, and `by=day` for days; name an `engine` ' +
    'then, because these are many rows.',
  fullDescription: 'True: every tracked brand. False: the brand itself only.',
  shorten(data) {
    const rows = data as readonly { readonly role: string }[];
    const own = rows.filter(({ role }) => role === 'self');
    const missing = rows.length - own.length;
    const lack = `${missing} rows of competitors are not shown; pass \`full=true\` for them.`;
    return { data: own, lack: missing === 0 ? null : lack };
  },
};
