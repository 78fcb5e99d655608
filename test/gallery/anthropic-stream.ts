import { streamed } from './fake-host.ts';

type Block = { text: string } | { thinking: string } | { tool: string; args: object };

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

function begin(block: Block): object {
  if ('text' in block) return { type: 'text', text: '' };
  if ('thinking' in block) return { type: 'thinking', thinking: '', signature: '' };
  return { type: 'tool_use', id: 'toolu_1', name: block.tool, input: {} };
}

function delta(block: Block): object {
  if ('text' in block) return { type: 'text_delta', text: block.text };
  if ('thinking' in block) return { type: 'thinking_delta', thinking: block.thinking };
  return { type: 'input_json_delta', partial_json: JSON.stringify(block.args) };
}

/** An answer as Anthropic streams it. `open`: it never ends. */
export function answerOf(blocks: readonly Block[], { open = false } = {}): Response {
  const calls = blocks.some((block) => 'tool' in block);
  const usage = { input_tokens: 1200, output_tokens: 80 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [],
    stop_reason: null,
    usage,
  };
  return streamed(
    [
      event('message_start', { message }),
      ...blocks.flatMap((block, index) => [
        event('content_block_start', { index, content_block: begin(block) }),
        event('content_block_delta', { index, delta: delta(block) }),
        ...(open && index === blocks.length - 1 ? [] : [event('content_block_stop', { index })]),
      ]),
      ...(open
        ? []
        : [
            event('message_delta', {
              delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null },
              usage,
            }),
            event('message_stop', {}),
          ]),
    ],
    open,
  );
}
