import { load } from '../support/group.ts';

await load('test/pipeline/*.test.ts');
