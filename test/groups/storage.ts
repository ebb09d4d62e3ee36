import { load } from '../support/group.ts';

await load('test/storage/*.test.ts');
