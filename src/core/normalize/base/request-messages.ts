import { SplitList } from '../../list-start.ts';
import type { NormalizedMessage, NormalizedRequest } from '../../request.ts';

const lists = new WeakMap<object, SplitList<NormalizedMessage>>();

/** A request that makes the list of all its messages when that is read. */
export function requestOf(
  messages: SplitList<NormalizedMessage>,
  fields: Omit<NormalizedRequest, 'messages'>,
): NormalizedRequest {
  let all: NormalizedMessage[] | null = null;
  const request: NormalizedRequest = {
    get messages() {
      return (all ??= messages.slice());
    },
    ...fields,
  };
  lists.set(request, messages);
  return request;
}

/** The messages of a request. Their start is shared with those of other requests of the conversation. */
export function messagesOf(request: Pick<NormalizedRequest, 'messages'>): SplitList<NormalizedMessage> {
  return lists.get(request) ?? SplitList.of(request.messages);
}
