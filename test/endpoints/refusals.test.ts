import { describeRefusals } from '../support/refusals.ts';
import { onEveryStore } from '../support/stores.ts';

// A case of each code that errorsOf(report) promises, which openapi.json promises too.
onEveryStore('every endpoint', (fresh) => {
  describeRefusals(fresh);
});
