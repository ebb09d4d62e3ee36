import { load } from '../support/group.ts';

await load('test/browser/*.test.ts');
