import type { LineRead, LineReader } from '../logged-request.ts';
import { isQuoted, tokensOf, unquoted } from './line-tokens.ts';
import type { LogFormat } from './log-format.ts';
import { timeOf } from './log-times.ts';
import { requestOf } from './logged-fields.ts';

const read: LineReader = (line): LineRead => {
  const tokens = tokensOf(line) ?? [];
  // The classic load balancer's lines begin with the time, the application load balancer's with a type.
  const time = [0, 1].find((index) => timeOf(tokens[index]) !== null);
  if (time === undefined) return 'unread';
  const [request, agent] = [tokens[time + 11], tokens[time + 12]];
  if (!isQuoted(request) || !isQuoted(agent)) return 'unread';
  return requestOf({
    at: timeOf(tokens[time]),
    address: tokens[time + 2],
    status: tokens[time + 7],
    request: unquoted(request),
    agent: unquoted(agent),
  });
};

/** AWS load balancers: the request has the whole address, and no field has the referrer. */
export const LOAD_BALANCER: LogFormat = {
  id: 'alb',
  name: 'AWS load balancer (ALB, ELB)',
  open: () => read,
};
