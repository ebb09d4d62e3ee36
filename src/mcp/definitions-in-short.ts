import type { ShortForm } from './short-form.ts';

/** Every definition on every engine may be more than one result holds; what is usually asked is not. */
export const definitionsInShort: ShortForm = {
  defaults: {},
  description:
    'To get all in one result, pass `definition` for one on every engine, or `engine` for every one there; to compare two, ' +
    '`walk_from` and `walk_to`.',
};
