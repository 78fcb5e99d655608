import type { HistoryMessage, ThinkingPart, ToolCallPart } from '#core/message.ts';
import type { Origin } from '#core/vendor.ts';
import { countParts } from '#core/window/estimate-request.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';

const PROSE = 'The quick brown fox jumps over the lazy dog. 빠른 갈색 여우가 게으른 개를 뛰어넘는다. '.repeat(6);

/** The state that a vendor keeps in its thinking and calls. */
function stateOf(protocol: Protocol, n: number): { thinking: Partial<ThinkingPart>; call: Partial<ToolCallPart> } {
  const opaque = `sig${n}${'x'.repeat(200)}`;
  switch (protocol) {
    case 'anthropic':
      return { thinking: { signature: opaque }, call: {} };
    case 'openai-responses':
      return { thinking: { encrypted: opaque, itemId: `rs_${n}` }, call: {} };
    case 'gemini':
      return { thinking: {}, call: { signature: btoa(opaque) } };
    default:
      return { thinking: {}, call: {} };
  }
}

/** A message as it is read from where it is stored: each text in one piece, and with its tokens counted. */
export function storedMessage(message: HistoryMessage): HistoryMessage {
  const read = JSON.parse(JSON.stringify(message)) as HistoryMessage;
  return { ...read, counted: { parts: read.parts, tokens: countParts(read.parts) } };
}

/**
 * An agentic conversation with one model: every turn with thinking, two parallel calls and their results; a user message
 * at the end.
 */
export function longConversation(length: number, origin: Origin, protocol: Protocol): HistoryMessage[] {
  const history: HistoryMessage[] = [];
  for (let n = 0; history.length < length; n++) {
    const { thinking, call } = stateOf(protocol, n);
    history.push({ id: `u${n}`, role: 'user', parts: [{ type: 'text', text: `${n} ${PROSE}` }] });
    history.push({
      id: `a${n}`,
      role: 'assistant',
      origin,
      stop: 'tool',
      parts: [
        { type: 'thinking', text: PROSE, ...thinking },
        {
          type: 'tool_call',
          id: `call_${n}_1`,
          name: 'fs__read_file',
          args: { path: `/tmp/${n}`, limit: 200 },
          ...call,
        },
        { type: 'tool_call', id: `call_${n}_2`, name: 'web__search', args: { query: PROSE.slice(0, 60) } },
      ],
    });
    history.push({
      id: `t${n}`,
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: `call_${n}_1`, name: 'fs__read_file', text: PROSE.repeat(2) },
        { type: 'tool_result', callId: `call_${n}_2`, name: 'web__search', text: PROSE },
      ],
    });
    history.push({ id: `b${n}`, role: 'assistant', origin, stop: 'end', parts: [{ type: 'text', text: PROSE }] });
  }
  const complete = history.slice(0, Math.floor((length - 1) / 4) * 4);
  return [...complete, { id: 'last', role: 'user' as const, parts: [{ type: 'text' as const, text: 'go on' }] }].map(
    storedMessage,
  );
}
