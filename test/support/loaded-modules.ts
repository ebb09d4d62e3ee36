import { registerHooks } from 'node:module';

/** Preloaded (`--import`), makes a process say at its end, on standard error, which modules it loaded. */
const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));
