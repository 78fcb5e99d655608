import { type ParseError, parse } from 'jsonc-parser';
import { McpDefinition } from '#contract/mcp.ts';
import { FileEntry, readEntry, type ServerDefinition } from './entry.ts';
import { splitWords } from './split-words.ts';

export interface PastedServer {
  label: string;
  definition: McpDefinition;
}

export interface Pasted {
  servers: PastedServer[];
  /** What could not be taken over, in words for a person; no values. */
  problems: string[];
}

const MOST = 100;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Launchers whose first plain argument is the package and so the best name. */
const LAUNCHERS = new Set([
  'npx',
  'bunx',
  'pnpx',
  'uvx',
  'pipx',
  'npm',
  'pnpm',
  'yarn',
  'uv',
  'deno',
  'docker',
  'node',
  'python',
  'python3',
]);
const VERBS = new Set(['run', 'exec', 'dlx', 'x', 'tool', 'start']);

function nameOfCommand(command: string, args: readonly string[]): string {
  const program = command.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe|bat)$/i, '');
  const named = LAUNCHERS.has(program) ? args.find((arg) => !arg.startsWith('-') && !VERBS.has(arg)) : undefined;
  const base = (named ?? program)
    .replace(/(.)@[^@/]*$/, '$1')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[cm]?[jt]s$|\.py$/, '');
  return base.replace(/^(?:mcp-server-|server-)|(?:-mcp-server|-mcp)$/g, '') || 'server';
}

function nameOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^(?:www|mcp|api)\./, '') : 'server';
}

function valuesOf(entry: FileEntry, definition: ServerDefinition): unknown {
  if (definition.kind === 'stdio') {
    const { kind, command, args, cwd } = definition;
    return { kind, command, args, cwd, env: entry.env ?? {} };
  }
  return { ...definition, headers: entry.headers ?? {} };
}

function readOne(label: string, value: unknown, into: Pasted): void {
  const shown = label.slice(0, 80);
  try {
    // Zed and others nest the command; Windsurf and Gemini write the address under other names.
    const given = isObject(value) ? value : {};
    const nested = isObject(given['command'])
      ? { ...given, ...given['command'], command: given['command']['path'] }
      : given;
    const url = nested['url'] ?? nested['serverUrl'] ?? nested['httpUrl'];
    const entry = FileEntry.safeParse(url === undefined ? nested : { ...nested, url });
    if (!entry.success) throw new Error(`its field "${entry.error.issues[0]?.path.join('.') ?? ''}" is not understood`);
    const definition = McpDefinition.safeParse(valuesOf(entry.data, readEntry(entry.data)));
    if (!definition.success)
      throw new Error(`its field "${definition.error.issues[0]?.path.join('.') ?? ''}" is not valid`);
    into.servers.push({ label: shown.trim() || 'server', definition: definition.data });
  } catch (error) {
    into.problems.push(`"${shown}" was left out: ${error instanceof Error ? error.message : 'it is not understood'}.`);
  }
}

const looksLikeServer = (value: unknown): boolean =>
  isObject(value) && ['command', 'url', 'serverUrl', 'httpUrl'].some((field) => field in value);

/** The map of servers inside any of the common shapes, or null. */
function findMap(value: Record<string, unknown>): Record<string, unknown> | null {
  for (const field of ['mcpServers', 'servers', 'context_servers', 'mcp.servers', 'mcp'])
    if (Object.hasOwn(value, field) && isObject(value[field])) return findMap(value[field]) ?? value[field];
  const values = Object.values(value);
  return values.length > 0 && values.every(looksLikeServer) ? value : null;
}

function readJson(text: string, into: Pasted): boolean {
  const errors: ParseError[] = [];
  // A single `"name": {…}` member, copied out of a file, lacks its braces.
  const whole = /^\s*"[^"]*"\s*:/.test(text) ? `{${text.replace(/,\s*$/, '')}}` : text;
  if (!/^\s*(?:\{|\/[/*])/.test(whole)) return false;
  const value: unknown = parse(whole, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value)) {
    into.problems.push('The text is not complete JSON.');
    return true;
  }
  if (looksLikeServer(value)) {
    const name = value['name'] ?? value['label'];
    const guess =
      typeof value['command'] === 'string'
        ? nameOfCommand(value['command'], Array.isArray(value['args']) ? value['args'].map(String) : [])
        : nameOfUrl(String(value['url'] ?? value['serverUrl'] ?? value['httpUrl']));
    readOne(typeof name === 'string' ? name : guess, value, into);
    return true;
  }
  const map = findMap(value);
  if (!map) into.problems.push('No servers were found in it.');
  for (const [label, one] of Object.entries(map ?? {}).slice(0, MOST)) readOne(label, one, into);
  if (Object.keys(map ?? {}).length > MOST) into.problems.push(`Only the first ${MOST} servers were taken.`);
  return true;
}

function readCommandLine(line: string, into: Pasted): void {
  // Shells' prompts are copied along.
  const words = splitWords(line.replace(/^\s*[$>]\s+/, ''));
  if (words === null) {
    into.problems.push('The command line uses quotes, pipes or variables that are not understood; add it by the form.');
    return;
  }
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  const [command, ...args] = start < 0 ? [] : words.slice(start);
  if (command === undefined) return;
  const env = Object.fromEntries(
    words.slice(0, start).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  readOne(nameOfCommand(command, args), { command, args, env }, into);
}

/** Reads what people paste: a configuration file of any client, one server of it, a command line, or an address. */
export function readPaste(text: string): Pasted {
  const into: Pasted = { servers: [], problems: [] };
  const trimmed = text.trim();
  if (readJson(trimmed, into)) return into;
  for (const line of trimmed.split(/\r?\n/).map((one) => one.trim()))
    if (/^https?:\/\/\S+$/i.test(line)) readOne(nameOfUrl(line), { url: line }, into);
    else if (line !== '' && !line.startsWith('#')) readCommandLine(line, into);
  if (into.servers.length === 0 && into.problems.length === 0) into.problems.push('No servers were found in it.');
  return into;
}
