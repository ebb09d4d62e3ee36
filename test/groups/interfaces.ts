import { load } from '../support/group.ts';

await load('test/{actions,cli,endpoints,http,mcp,servers}/*.test.ts');
