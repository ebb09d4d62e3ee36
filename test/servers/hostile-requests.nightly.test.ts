import { describeHostileRequests } from '../support/hostile-requests.ts';

describeHostileRequests((_, send) => send());
