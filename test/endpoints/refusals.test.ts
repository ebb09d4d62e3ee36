import { describeRefusals } from '../support/refusals.ts';
import { onEveryStore } from '../support/stores.ts';

// A case for each code in errorsOf(report); openapi.json lists the same codes.
onEveryStore('every endpoint', (fresh) => {
  describeRefusals(fresh);
});
