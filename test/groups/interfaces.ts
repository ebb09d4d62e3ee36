import { load } from '../support/group.ts';

await load('test/{actions,cli,http,mcp}/*.test.ts');
