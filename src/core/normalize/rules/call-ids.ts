import { derive } from '../../draft/derive.ts';
import type { AssistantItem, CallItem, Draft, RuleContext } from '../../draft/draft.ts';
import { isCall } from '../../draft/draft.ts';
import type { ForkedSet } from '../../draft/forked-set.ts';
import { shortId } from '../../hash.ts';

const LENGTH = 9;

/**
 * Makes call ids legal for the target and unique in the conversation, and gives results the id of their call. A legal,
 * unique id stays as it arrived. Otherwise this occurrence gets nine letters and digits derived from its position, so
 * no two calls share an id and the same history always gives the same ids (A8, A9, O4, R5, M1).
 */
export function assignCallIds(draft: Draft, context: RuleContext): void {
  const used = context.seen.callIds;
  for (const item of draft.items) {
    if (item.role === 'user') continue;
    let ordinal = -1;
    for (const call of item.parts) {
      if (!isCall(call)) continue;
      ordinal++;
      const { id } = call.part;
      const wireId = context.dialect.callId.test(id) && used.add(id) ? id : reissue(item, call, ordinal, used);
      if (wireId !== id) context.notes.add('reissue-call-id', call.at, wireId);
      setId(call, wireId);
    }
  }
}

/** An id that no call has yet. It is this call's from here on. */
function reissue(item: AssistantItem, { part }: CallItem, ordinal: number, used: ForkedSet<string>): string {
  const place = `${item.messageId ?? item.message}|${ordinal}|${part.id}|${part.name}`;
  for (let attempt = 0; ; attempt++) {
    const id = shortId(`${place}|${attempt}`, LENGTH);
    if (used.add(id)) return id;
  }
}

function setId(call: CallItem, id: string): void {
  const { part } = call;
  if (part.id !== id) call.part = derive(part, `id ${id}`, () => ({ ...part, id }));
  const { result } = call;
  const { name } = part;
  if (!result || (result.part.callId === id && result.part.name === name)) return;
  const answer = result.part;
  call.result = { ...result, part: derive(answer, `answers ${id} ${name}`, () => ({ ...answer, callId: id, name })) };
}
