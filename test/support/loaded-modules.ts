import { registerHooks } from 'node:module';

/** Preloaded (`--import`), makes a process list its loaded modules on standard error when it ends. */
const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));
