import { load } from '../support/group.ts';

await load('test/pipeline/[d-z]*.test.ts');
