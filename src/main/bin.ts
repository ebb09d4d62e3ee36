#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// An older Node can still read this file. The others are loaded only if this Node can read them.
const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version, engines } = JSON.parse(packageFile) as { version: string; engines: { node: string } };
const needed = Number.parseInt(engines.node.replace(/^\D+/, ''), 10);

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(`sightline needs Node.js ${needed} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const { runCommandLine } = await import('./command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), process, version);
}
