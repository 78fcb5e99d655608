import { z } from 'zod';
import { CallBlockedError } from '#core/agent/call-blocked.ts';
import { O200K } from '#core/window/token-weights.ts';
import { McpSignIn } from '#contract/mcp.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import { NO_TOOL_SETTINGS } from '#tools/tool-settings.ts';
import { createToolbox } from '#tools/toolbox.ts';
import { contentOf, fieldsOf } from '#ui/features/tools/elicitation-fields.ts';
import { realClock } from '../../../tools/support/timers.ts';
import { type McpBench, createMcpBench } from '../support/bench.ts';

export const Task = z.object({
  url: z.string(),
  scenario: z.string().default(''),
  context: z
    .looseObject({
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      toolCalls: z.array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
    })
    .default({}),
});
export type Task = z.infer<typeof Task>;

/** A user who agrees to everything, but only a few times. */
const MAX_SIGN_INS = 3;
const WAIT_MS = 8000;

/** A schema of plain fields. */
const Plain = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })).default({}),
});
function argumentsFor(schema: unknown): Record<string, unknown> {
  const { properties } = Plain.parse(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      type === 'number' || type === 'integer' ? 2 : type === 'boolean' ? true : 'text',
    ]),
  );
}

/** The suite's browser: it follows the address to the end. */
async function walk(address: string): Promise<void> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const back = headers.get('location');
  if (back !== null) await fetch(back).catch(() => undefined);
}

async function signIn(bench: McpBench, id: string): Promise<void> {
  const before = (await bench.server(id)).health.since;
  const response = await bench.call('POST', `/api/mcp/servers/${id}/sign-in`);
  if (!response.ok) throw new Error(await response.text());
  const { url } = McpSignIn.parse(await response.json());
  await walk(url);
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const { health } = await bench.server(id);
    const settled = health.since > before && health.state !== 'starting' && health.state !== 'stopped';
    if (settled) return;
    if (Date.now() > end) throw new Error(`the sign-in came to nothing: ${health.reason ?? health.state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs one scenario through the host and the page's own client, as a user who allows everything. */
export async function drive({ url, context }: Task): Promise<void> {
  const bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}) } });
  const elicitations = createElicitationQueue();
  elicitations.subscribe(() => {
    const open = elicitations.current();
    if (!open) return;
    const { elicitation } = open;
    if (elicitation.mode === 'url') return elicitations.answer(open.id, { action: 'decline' });
    // Like the dialog when nothing is changed in it.
    const fields = fieldsOf(elicitation.schema);
    const { content } = contentOf(fields, Object.fromEntries(fields.map(({ name, initial }) => [name, initial])));
    return elicitations.answer(open.id, { action: 'accept', content });
  });
  const toolbox = createToolbox({
    host: openMcpHost(bench),
    db: await openTestDatabase(),
    now: () => Date.now(),
    onUnreadableRow: () => undefined,
    version: '0.0.0',
    tasks: null,
    deepestTask: 2,
    clock: realClock,
    random: () => 0.5,
    elicitations,
    settings: () => NO_TOOL_SETTINGS,
    onError: () => undefined,
  });
  try {
    const client =
      context.client_id === undefined ? {} : { client: { id: context.client_id, secret: context.client_secret ?? '' } };
    const { id } = await bench.ready('Suite', { kind: 'http', url, headers: {}, ...client });
    let left = MAX_SIGN_INS;
    await bench.call('POST', `/api/mcp/servers/${id}/start`);
    while ((await bench.server(id)).health.state === 'sign-in' && left-- > 0) await signIn(bench, id);
    const { health } = await bench.server(id);
    if (health.state !== 'running') throw new Error(`${health.state}: ${health.reason ?? ''}`);

    const session = { id: 'chat-1', depth: 0 };
    const { pool } = await toolbox.offer(
      session,
      { weights: O200K, most: 128, window: null },
      AbortSignal.timeout(20_000),
    );
    const port = toolbox.port(session, pool, 'run');
    const own = pool.tools.filter(({ server }) => server === id);
    const requested = context.toolCalls?.flatMap(({ name, arguments: args }) => {
      const tool = own.find((one) => one.tool === name);
      return tool ? [{ tool, args }] : [];
    });
    for (const { tool, args } of requested ??
      own.map((one) => ({ tool: one, args: argumentsFor(one.spec.inputSchema) })))
      for (;;) {
        const ticket = await toolbox.allow(session, tool, args, 'once', 'run');
        try {
          await port.call(
            { key: 'm#0', name: tool.spec.name, args, ...(ticket !== null && { ticket }) },
            { signal: AbortSignal.timeout(20_000), onProgress: () => undefined },
          );
          break;
        } catch (error) {
          if (!(error instanceof CallBlockedError) || error.block.why !== 'sign-in' || left-- <= 0) throw error;
          await signIn(bench, id);
        }
      }
  } finally {
    await toolbox.close();
    await bench.close();
  }
}
