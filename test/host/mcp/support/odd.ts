import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpDefinition } from '#contract/mcp.ts';
import { stdio } from './bench.ts';

const TOOLS = [
  'say',
  'hang',
  'garbage',
  'twice',
  'big',
  'big-last',
  'slow-bytes',
  'env',
  'argv',
  'die',
  'roots',
  'sample',
  'change-tools',
  'last-call',
];

export interface OddServer {
  definition(...flags: string[]): McpDefinition;
  starts(): number;
  /** Calls it received, over all its starts. */
  calls(): number;
  describe(tools: Record<string, string>): void;
  /** If started with `--announce`, makes it announce that its tools have changed. */
  announce(): void;
  dispose(): void;
}

/** The misbehaving server with its state file. */
export function createOddServer(): OddServer {
  const folder = mkdtempSync(join(tmpdir(), 'odd-'));
  const file = join(folder, 'state.json');
  const first = { starts: 0, descriptions: Object.fromEntries(TOOLS.map((name) => [name, `does ${name}`])) };
  writeFileSync(file, JSON.stringify(first));
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as typeof first;
  return {
    definition: (...flags) =>
      stdio(process.execPath, [fileURLToPath(new URL('odd-server.ts', import.meta.url)), file, ...flags]),
    starts: () => read().starts,
    calls: () => (existsSync(`${file}.calls`) ? statSync(`${file}.calls`).size : 0),
    describe(tools) {
      const state = read();
      // The server may read it at any moment, so it is replaced and not written over.
      writeFileSync(`${file}.next`, JSON.stringify({ ...state, descriptions: { ...state.descriptions, ...tools } }));
      renameSync(`${file}.next`, file);
    },
    announce: () => writeFileSync(`${file}.changed`, ''),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
