import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isObject } from '#core/json.ts';

/** A file of another app in the shape of `mcpServers`, or the format whose rules it breaks. */
export type OtherFile =
  | {
      value: Record<string, unknown>;
      /** Parts of the other app itself, which only that app can run. */
      own: string[];
    }
  | { broken: 'TOML' | 'YAML' };

const TOML =
  /^(?:\[\[?[^[\]]+\]\]?|[\w.-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[.*|\{.*|true|false|[\d.]+))\s*(?:#.*)?$/;
const YAML = /^(?:---|-\s+\S.*|["']?[\w.@/-]+["']?:(?:\s.*)?)$/;
/** A file of ours has a handful of aliases; a bomb has thousands. */
const MAX_ALIASES = 100;

/** Reads TOML (Codex) and YAML (goose, Continue). Returns null when the lines are neither. */
export function readOtherFormat(text: string, lines: readonly string[]): OtherFile | null {
  const format = lines.some((line) => TOML.test(line)) ? 'TOML' : lines.some((line) => YAML.test(line)) ? 'YAML' : null;
  if (format === null) return null;
  try {
    const value: unknown =
      format === 'TOML'
        ? parseToml(text)
        : parseYaml(text, { maxAliasCount: MAX_ALIASES, merge: true, logLevel: 'error' });
    return isObject(value) ? commonShape(value) : { broken: format };
  } catch {
    return { broken: format };
  }
}

function commonShape(value: Record<string, unknown>): OtherFile {
  const { mcp_servers: codex, extensions: goose, mcpServers: named } = value;
  if (isObject(codex)) return { value: { mcpServers: mapValues(codex, ofCodex) }, own: [] };
  if (isObject(goose)) return gooseServers(goose);
  // Continue lists its servers.
  if (Array.isArray(named)) return { value: { mcpServers: byName(named.filter(isObject)) }, own: [] };
  return { value, own: [] };
}

const mapValues = (values: Record<string, unknown>, map: (one: Record<string, unknown>) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([key, one]) => [key, isObject(one) ? map(one) : one]));

const record = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .map((one) => (isObject(one) ? one['name'] : one))
    .filter((one) => typeof one === 'string');

/** Values that the other app takes from its own environment or keyring. Baton asks for them (placeholders.ts). */
const toFill = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `\${env:${name}}`]));

/** `[mcp_servers.NAME]` of config.toml (Codex' documentation, 2026-11). */
function ofCodex(one: Record<string, unknown>): Record<string, unknown> {
  const { env, env_vars, bearer_token_env_var: token, http_headers, env_http_headers, ...rest } = one;
  if (rest['url'] === undefined) return { ...rest, env: { ...toFill(words(env_vars)), ...record(env) } };
  const fromEnv = Object.entries(record(env_http_headers)).map(([name, from]) => [name, `\${env:${String(from)}}`]);
  return {
    ...rest,
    headers: {
      ...(typeof token === 'string' ? { Authorization: `Bearer \${env:${token}}` } : {}),
      ...Object.fromEntries(fromEnv),
      ...record(http_headers),
    },
  };
}

const GOOSE_KINDS: Readonly<Record<string, string>> = { stdio: 'stdio', streamable_http: 'http', sse: 'sse' };

/** `extensions` of config.yaml (goose's documentation, 2026-11). Values of `env_keys` are in its keyring. */
function gooseServers(extensions: Record<string, unknown>): OtherFile {
  const servers: Record<string, unknown> = {};
  const own: string[] = [];
  for (const [key, given] of Object.entries(extensions)) {
    const { name, type, cmd, args, envs, env_keys, uri, headers, cwd, timeout, available_tools } = record(given);
    // Its `timeout` is in seconds, as Codex's.
    const settings = { tool_timeout_sec: timeout, available_tools };
    const label = typeof name === 'string' && name !== '' ? name : key;
    const kind = Object.hasOwn(GOOSE_KINDS, String(type)) ? GOOSE_KINDS[String(type)] : undefined;
    if (kind === undefined && cmd === undefined && uri === undefined) own.push(label);
    else if (uri === undefined)
      servers[label] = { command: cmd, args, env: { ...toFill(words(env_keys)), ...record(envs) }, cwd, ...settings };
    else servers[label] = { type: kind, url: uri, headers: record(headers), ...settings };
  }
  return { value: { mcpServers: servers }, own };
}

function byName(list: readonly Record<string, unknown>[]): Record<string, unknown> {
  return Object.fromEntries(list.map((one, at) => [typeof one['name'] === 'string' ? one['name'] : `${at + 1}`, one]));
}
