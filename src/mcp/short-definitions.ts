import type { ShortForm } from './short-form.ts';

/** All definitions on all engines may exceed a result; the usual calls do not. */
export const shortDefinitions: ShortForm = {
  defaults: {},
  description: 'To get all at once, pass `definition` for one on every engine, or `engine` for all on one.',
};
