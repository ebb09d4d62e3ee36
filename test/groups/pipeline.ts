import { load } from '../support/group.ts';

await load('test/pipeline/[a-c]*.test.ts');
