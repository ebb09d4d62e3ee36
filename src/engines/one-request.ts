import type { Access, EngineAdapter, EngineReading, EngineRequest, Question, Reply } from './engine.ts';

/** The shared part of adapters that need one request and get one complete reply. */
export function byOneRequest(
  requestOf: (question: Question, access: Access) => EngineRequest,
  readReply: (reply: Reply) => EngineReading,
): Pick<EngineAdapter, 'next' | 'isPending' | 'read'> {
  return {
    next: (question, access, replies) => (replies.length > 0 ? [] : [requestOf(question, access)]),
    isPending: () => false,
    read: ([reply]) => {
      if (reply === undefined) throw new Error('there is nothing to read');
      return readReply(reply);
    },
  };
}
