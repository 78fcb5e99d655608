import { SESSION, createMcpBench, textOf } from './bench.ts';

/**
 * A process that is a host with its home and a conversation's folder, runs one command there, and waits to be killed.
 */
const [home = '', folder = '', command = ''] = process.argv.slice(2);
const ID = 'builtin_shell_server';
const bench = await createMcpBench({ deps: { home } });
const client = await bench.connect(ID);
await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder });
process.stdout.write(textOf(await bench.run(client, ID, 'run', { command })));
setInterval(() => undefined, 1000);
