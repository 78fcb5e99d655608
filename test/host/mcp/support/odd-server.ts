import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A server that misbehaves as instructed: `node odd-server.ts <state file> [flags]`. It counts its starts in the state
 * file and reads its tool descriptions from there, so that a test can change them between two starts. In `<state
 * file>.calls` it writes one character for each call.
 */
const [stateFile = '', ...flags] = process.argv.slice(2);
const has = (flag: string) => flags.includes(flag);

interface State {
  starts: number;
  descriptions: Record<string, string>;
}
const readState = () => JSON.parse(readFileSync(stateFile, 'utf8')) as State;
const state = readState();
writeFileSync(`${stateFile}.started`, JSON.stringify({ ...state, starts: state.starts + 1 }));
renameSync(`${stateFile}.started`, stateFile);

const send = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
const answer = (id: unknown, result: unknown) => send({ jsonrpc: '2.0', id, result });
const say = (id: unknown, text: string) => answer(id, { content: [{ type: 'text', text }] });

if (has('--grandchild')) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  process.stderr.write(`grandchild ${child.pid}\n`);
}
if (has('--stubborn')) {
  process.on('SIGTERM', () => process.stderr.write('not me\n'));
  setInterval(() => undefined, 1000);
}
if (has('--die')) {
  process.stderr.write('configuration is missing\n    at start (odd.js:1:2)\n');
  process.exit(3);
}

const announceChange = () => send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
if (has('--announce')) {
  const changed = `${basename(stateFile)}.changed`;
  watch(dirname(stateFile), (_event, name) => name === changed && announceChange());
}

let waitingForRoots: unknown = null;

function call(id: unknown, name: string, args: Record<string, unknown>): void {
  switch (name) {
    case 'say':
      say(id, typeof args['text'] === 'string' ? args['text'] : '');
      break;
    case 'hang':
      break;
    case 'garbage':
      process.stdout.write('Loading model…\n{"half": \n\n[1,2]\nnull\n');
      say(id, 'after the garbage');
      break;
    case 'twice':
      say(id, 'first');
      say(id, 'second');
      break;
    case 'big':
      if (args['lines'] === undefined) say(id, 'x'.repeat(Number(args['size'])));
      else say(id, Array.from({ length: Number(args['lines']) }, (_, n) => `line ${n + 1}`).join('\n'));
      break;
    case 'big-last':
      process.stdout.write(
        `${JSON.stringify({ result: { content: [{ type: 'text', text: 'y'.repeat(Number(args['size'])) }] }, jsonrpc: '2.0', id })}\n`,
      );
      break;
    case 'slow-bytes': {
      const bytes = Buffer.from(
        `${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: '안녕 🦊 끝' }] } })}\n`,
      );
      let at = 0;
      const timer = setInterval(() => {
        process.stdout.write(bytes.subarray(at, at + 1));
        if (++at >= bytes.length) clearInterval(timer);
      }, 1);
      break;
    }
    case 'argv':
      say(id, JSON.stringify(flags));
      break;
    case 'env':
      say(id, JSON.stringify(process.env));
      break;
    case 'die':
      process.exit(7);
      break;
    case 'roots':
      waitingForRoots = id;
      send({ jsonrpc: '2.0', id: 'roots', method: 'roots/list' });
      break;
    case 'sample':
      waitingForRoots = id;
      send({ jsonrpc: '2.0', id: 'sample', method: 'sampling/createMessage', params: {} });
      break;
    case 'change-tools':
      say(id, 'changed');
      setTimeout(announceChange, 10);
      break;
    case 'meta':
      say(id, JSON.stringify(args));
      break;
    default:
      send({ jsonrpc: '2.0', id, error: { code: -32602, message: `no tool ${name}` } });
  }
}

const seenCalls: unknown[] = [];

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: unknown;
    error?: unknown;
  };
  const { id, method, params = {} } = message;
  if (method === 'initialize') {
    if (has('--mute')) return;
    const start = () =>
      answer(id, {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'odd', version: '1' },
      });
    if (has('--slow')) setTimeout(start, 400);
    else start();
  } else if (method === 'tools/list')
    answer(id, {
      tools: Object.entries(readState().descriptions).map(([name, description]) => ({
        name,
        description,
        inputSchema: { type: 'object' },
      })),
    });
  else if (method === 'tools/call') {
    seenCalls.push(params);
    appendFileSync(`${stateFile}.calls`, '.');
    if (params['name'] === 'last-call') say(id, JSON.stringify(seenCalls.at(-2)));
    else call(id, String(params['name']), (params['arguments'] ?? {}) as Record<string, unknown>);
  } else if (method === 'notifications/cancelled') process.stderr.write(`cancelled ${JSON.stringify(params)}\n`);
  else if (method === undefined && waitingForRoots !== null) {
    say(waitingForRoots, JSON.stringify(message.result ?? message.error));
    waitingForRoots = null;
  } else if (id !== undefined) answer(id, {});
});
