import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { isPublicId } from '../domain/access/public-id.ts';
import { errorBody, SightlineError } from '../domain/errors.ts';
import type { ReportNamed } from '../reports/index.ts';
import { askReport } from '../reports/report-runner.ts';
import type { EnvelopeOf } from '../reports/run/run-report.ts';
import { isInternal, type ToolDeps } from './call-tool.ts';

/** A whole answer for any brand that the caller may read. Somebody else's answer is refused like one that does not exist. */
export async function readAnswer(deps: ToolDeps, uri: string, id: string): Promise<string> {
  try {
    const found = isPublicId('ans', id) ? await findAnswer(deps, id) : null;
    if (found !== null) return JSON.stringify(found);
  } catch (error) {
    const body = errorBody(error);
    if (isInternal(body)) deps.onFailure(error);
    const code = isInternal(body) ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, body.error.message, { code: body.error.code });
  }
  throw new ResourceNotFoundError(uri);
}

/** An id does not name its brand, so this tries each of the caller's brands. */
async function findAnswer({ run }: ToolDeps, id: string): Promise<unknown> {
  try {
    return answerIn(await askReport(run, 'answers', { id }));
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'brand_required') throw error;
  }
  const { data } = await askReport(run, 'brands');
  for (const brand of data) {
    const found = brand.configured
      ? answerIn(await askReport(run, 'answers', { id, brand: brand.id }))
      : null;
    if (found !== null) return found;
  }
  return null;
}

function answerIn({ data, meta }: EnvelopeOf<ReportNamed<'answers'>>): unknown {
  const [answer] = data;
  return answer === undefined ? null : { data: answer, meta: { brand: meta.brand } };
}
