#!/usr/bin/env node
'use strict';

// Node.js 10 can parse this file, so an old version gets one clear line instead of a syntax error.
const needed = Number.parseInt(require('../package.json').engines.node.replace(/^\D+/, ''), 10);

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(`sightline needs Node.js ${needed} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  import('../dist/main/bin.js');
}
