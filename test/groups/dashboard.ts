import { load } from '../support/group.ts';

await load('test/dashboard/**/*.test.ts', 'src/dashboard/**/*.test.ts');
