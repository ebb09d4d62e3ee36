import { readFileSync } from 'node:fs';
import { runCommandLine } from './command-line.ts';

const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(packageFile) as { version: string };
process.exitCode = await runCommandLine(process.argv.slice(2), process, version);
