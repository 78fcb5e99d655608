import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Elicitation } from '#tools/mcp/elicitation.ts';
import { HostTransport } from '#tools/mcp/host-transport.ts';
import { createServerClient } from '#tools/mcp/server-client.ts';
import { startHttpMcp } from './support/http-server.ts';
import { realClock } from './support/timers.ts';

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** What the user is asked by a server that sends `field`, or what the server is told instead. */
async function askedFor(field: object): Promise<unknown> {
  const host = await startHttpMcp(() => {
    const server = new McpServer({ name: 'probe', version: '1' });
    server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, ctx) => {
      const requestedSchema = { type: 'object', properties: { field }, required: [] };
      const params = { mode: 'form', message: 'Which one?', requestedSchema } as never;
      const answer = await ctx.mcpReq.send({ method: 'elicitation/create', params });
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    });
    return server;
  });
  undo.push(() => host.close());
  const asked: Elicitation[] = [];
  const client = createServerClient({
    server: 'probe',
    transport: () => new HostTransport(host.url, (url, init) => fetch(url, init)),
    version: '0',
    clock: realClock,
    random: () => 0.5,
    elicitations: {
      ask(one) {
        asked.push(one);
        return Promise.resolve({ action: 'decline' });
      },
      complete: () => undefined,
    },
  });
  undo.push(() => client.close());
  const events = { onProgress: () => undefined, onWaiting: () => undefined };
  const { content } = await client.callTool(
    { key: 'a#0', tool: 'ask', args: {} },
    events,
    new AbortController().signal,
  );
  const [first] = asked;
  return first?.mode === 'form' ? first.schema.properties['field'] : content;
}

const NULL = { type: 'null' };

it.each([
  // An optional field of a model of Pydantic, in python-sdk 1.x.
  [
    { anyOf: [{ type: 'string', maxLength: 9 }, NULL], default: null, title: 'Nickname' },
    { type: 'string', maxLength: 9, title: 'Nickname' },
  ],
  [{ anyOf: [NULL, { type: 'integer', minimum: 1 }] }, { type: 'integer', minimum: 1 }],
  [
    { type: ['boolean', 'null'], default: true },
    { type: 'boolean', default: true },
  ],
  [
    { anyOf: [{ type: 'string', enum: ['s', 'm'] }, NULL], default: 'm' },
    { type: 'string', enum: ['s', 'm'], default: 'm' },
  ],
  // A format of a validator.
  [
    { type: 'string', format: 'uuid', description: 'The order.' },
    { type: 'string', description: 'The order.' },
  ],
  [
    { type: 'string', format: 'email' },
    { type: 'string', format: 'email' },
  ],
  // Choices without their type.
  [{ oneOf: [{ const: 'low', title: 'Low' }] }, { type: 'string', oneOf: [{ const: 'low', title: 'Low' }] }],
  [{ enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
])('asks for a field that isn’t quite in MCP’s form: %j', async (given, shown) => {
  expect(await askedFor(given)).toEqual(shown);
});

it.each([
  { type: 'object', properties: {} },
  { anyOf: [{ type: 'string' }, { type: 'integer' }, NULL] },
  { anyOf: [NULL] },
])('refuses a field that no form can ask for: %j', async (given) => {
  expect(JSON.stringify(await askedFor(given))).toContain('Invalid elicitation request');
});
