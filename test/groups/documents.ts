import { load } from '../support/group.ts';

await load('test/*.test.ts');
