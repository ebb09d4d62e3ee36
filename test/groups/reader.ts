import { load } from '../support/group.ts';

await load('src/{extract,propose}/**/*.test.ts');
