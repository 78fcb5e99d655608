// A whole MCP server without any package, as a bundle may hold one. `who` says how it was started.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tools = [{ name: 'who', description: 'How it was started', inputSchema: { type: 'object' } }];

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'plain', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({
    content: [{ type: 'text', text: JSON.stringify({ args: process.argv.slice(2), key: process.env.PLAIN_KEY }) }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  const answer = ANSWERS[method];
  if (id === undefined) continue;
  send(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'unknown' } });
}
