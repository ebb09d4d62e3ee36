import { load } from '../support/group.ts';

await load('src/!(dashboard|extract|propose)/**/*.test.ts');
