import { load } from '../support/group.ts';

await load('test/endpoints/*.test.ts');
