import type { ShortForm } from './short-form.ts';

/** Every definition on every engine may be more than one result holds; what is usually asked is not. */
export const shortDefinitions: ShortForm = {
  defaults: {},
  description: 'To get all at once, pass `definition` for one on every engine, or `engine` for all on one.',
};
