import { z } from 'zod';
import type { McpDirectoryHit, McpDirectoryWay } from '#contract/mcp-directory.ts';
import { isObject } from '#core/json.ts';
import { visibleText } from '../../base/visible-text.ts';

/** Entries of the official MCP registry (openapi of v0.1, server.json of 2025-12-11). Unknown fields are ignored. */
const Text = z.string().optional().catch(undefined);
const Input = z.looseObject({
  description: Text,
  isRequired: z.boolean().optional().catch(undefined),
  isSecret: z.boolean().optional().catch(undefined),
  default: z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .optional()
    .catch(undefined),
  value: Text,
  choices: z.array(z.string()).nullish().catch(undefined),
  variables: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
const Named = Input.extend({ name: z.string() });
const Argument = Input.extend({ type: z.enum(['positional', 'named']), name: Text, valueHint: Text });
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();

const Package = z.looseObject({
  registryType: z.string(),
  identifier: z.string().min(1),
  version: Text,
  fileSha256: Text,
  transport: z.looseObject({ type: z.string() }).optional(),
  runtimeArguments: list(Argument),
  packageArguments: list(Argument),
  environmentVariables: list(Named),
});
const Remote = z.looseObject({
  type: z.string(),
  url: z.string().min(1),
  headers: list(Named),
  variables: z.record(z.string(), Input).nullish(),
});
const Entry = z.looseObject({
  server: z.looseObject({
    name: z.string().min(1).max(200),
    title: Text,
    description: Text,
    version: z.string().max(255),
    repository: z.looseObject({ url: Text }).nullish().catch(undefined),
    packages: list(z.unknown()),
    remotes: list(z.unknown()),
  }),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});
export const Listing = z.looseObject({
  servers: z.array(z.unknown()),
  metadata: z.looseObject({ nextCursor: z.string().nullish() }).nullish(),
});

type Input = z.infer<typeof Input>;
type Argument = z.infer<typeof Argument>;
type Package = z.infer<typeof Package>;

const OFFICIAL = 'io.modelcontextprotocol.registry/official';
/** An exact version: neither a tag such as `latest` nor a range. */
const EXACT = /^v?\d+(?:\.\d+)*[\w.+-]*$/;
const SHA256 = /^[0-9a-f]{64}$/i;

const shown = (text: string, length: number): string => visibleText(text.trim().slice(0, length)).text;

/** Returns null for an entry of another form. */
export function readEntry(given: unknown): McpDirectoryHit | null {
  const read = Entry.safeParse(given);
  if (!read.success) return null;
  const { server, _meta } = read.data;
  const { name, title = '', description = '', version, repository, packages, remotes } = server;
  const label = name.replace(/^.*\//, '');
  const ways = [
    ...(packages ?? [])
      .map((one) => Package.safeParse(one))
      .flatMap(({ data }) => (data ? [ofPackage(label, data)] : [])),
    ...(remotes ?? []).map((one) => Remote.safeParse(one)).flatMap(({ data }) => (data ? [ofRemote(label, data)] : [])),
  ];
  const official = _meta?.[OFFICIAL];
  const { status, statusMessage } = isObject(official) ? official : {};
  const address = repository?.url;
  return {
    name: shown(name, 200),
    title: shown(title || label, 100),
    description: shown(description, 500),
    version: shown(version, 60),
    repository:
      address !== undefined && address.startsWith('https://') && URL.canParse(address) ? new URL(address).href : null,
    warning:
      typeof status === 'string' && status !== 'active'
        ? shown(typeof statusMessage === 'string' && statusMessage !== '' ? statusMessage : status, 300)
        : null,
    ways,
  };
}

/** Collects what is to be asked, in the form that VS Code gives it beside the servers (placeholders.ts). */
function createAsks() {
  const inputs = new Map<string, Record<string, unknown>>();
  const more: string[] = [];

  function ask(name: string, { description, isSecret, default: initial, choices }: Input): string {
    // A brace would end the placeholder.
    const id = name.replaceAll(/[{}]/g, '');
    inputs.set(id, {
      id,
      type: choices?.length ? 'pickString' : 'promptString',
      description: description ?? '',
      password: isSecret === true,
      ...(choices?.length ? { options: choices } : {}),
      ...(initial === undefined ? {} : { default: initial }),
    });
    return `\${input:${id}}`;
  }

  /** The value with its `{variables}` asked for; null where it can be left out. */
  function valueOf(id: string, input: Input): string | null {
    const { value, variables, default: initial, isRequired } = input;
    if (value !== undefined)
      return value.replaceAll(/\{([\w.-]+)\}/g, (whole, key: string) => {
        const variable = Input.safeParse(variables?.[key]);
        return variables && Object.hasOwn(variables, key) ? ask(key, variable.data ?? {}) : whole;
      });
    if (isRequired === true || initial !== undefined) return ask(id, input);
    more.push(id);
    return null;
  }

  return { valueOf, more, inputs: () => [...inputs.values()] };
}

type Asks = ReturnType<typeof createAsks>;

function argumentsOf(given: readonly Argument[] | null | undefined, asks: Asks): string[] {
  return (given ?? []).flatMap((one) => {
    const { type, name = '', valueHint } = one;
    if (type === 'positional') {
      const value = asks.valueOf(valueHint ?? (name || 'value'), one);
      return value === null ? [] : [value];
    }
    const bare = one.value === undefined && one.default === undefined && valueHint === undefined;
    if (bare && one.isRequired === true) return [name];
    const value = asks.valueOf(name.replace(/^-+/, ''), one);
    return value === null ? [] : [name, value];
  });
}

function namedValues(given: readonly (Input & { name: string })[] | null | undefined, asks: Asks) {
  const pairs = (given ?? []).flatMap((one) => {
    const value = asks.valueOf(one.name, one);
    return value === null ? [] : [[one.name, value] as const];
  });
  return Object.fromEntries(pairs);
}

const KINDS = new Set(['npm', 'pypi', 'oci', 'nuget', 'mcpb']);

function ofPackage(label: string, one: Package): McpDirectoryWay {
  const { registryType, identifier, version = '', fileSha256 = '', transport } = one;
  const kind = KINDS.has(registryType) ? (registryType as McpDirectoryWay['kind']) : 'other';
  const sha256 = SHA256.test(fileSha256) ? fileSha256.toLowerCase() : null;
  const asks = createAsks();
  const exact = kind === 'oci' ? ociName(identifier, version) : exactName(kind, identifier, version);
  const none = { kind, target: shown(exact ?? identifier, 300), text: null, sha256, more: [] };
  // One that is reached over HTTP would have to be started by hand first.
  if (exact === null || (transport !== undefined && transport.type !== 'stdio')) return none;
  const env = namedValues(one.environmentVariables, asks);
  const before = argumentsOf(one.runtimeArguments, asks);
  const after = argumentsOf(one.packageArguments, asks);
  const [command, ...args] = commandOf(kind, exact, before, after, Object.keys(env));
  if (command === undefined) return none;
  const text = configText(label, { type: 'stdio', command, args, env }, asks);
  return { ...none, text, more: asks.more.map((id) => shown(id, 100)) };
}

/** The package with its exact version, as its runner writes it; null without one. */
function exactName(kind: McpDirectoryWay['kind'], identifier: string, version: string): string | null {
  if (!EXACT.test(version) || /\s/.test(identifier)) return null;
  if (kind === 'npm' || kind === 'nuget') return `${identifier}@${version}`;
  return kind === 'pypi' ? `${identifier}==${version}` : null;
}

/** Newer entries have the tag or the digest in the identifier. */
function ociName(identifier: string, version: string): string | null {
  if (/\s/.test(identifier)) return null;
  if (/@sha256:[0-9a-f]{64}$/.test(identifier)) return identifier;
  const tag = /:([^/:]+)$/.exec(identifier)?.[1] ?? version;
  if (!EXACT.test(tag)) return null;
  return identifier.endsWith(`:${tag}`) ? identifier : `${identifier}:${tag}`;
}

function commandOf(
  kind: McpDirectoryWay['kind'],
  exact: string,
  before: readonly string[],
  after: readonly string[],
  env: readonly string[],
): string[] {
  switch (kind) {
    case 'npm': {
      const own = before.filter((word) => word !== '-y' && word !== '--yes');
      return ['npx', '-y', ...own, exact, ...after];
    }
    case 'pypi':
      return ['uvx', ...before, exact, ...after];
    case 'nuget':
      return ['dnx', ...before, exact, '--yes', ...(after.length > 0 ? ['--', ...after] : [])];
    case 'oci': {
      const own = before.filter((word) => !['run', '-i', '--rm'].includes(word));
      return ['docker', 'run', '-i', '--rm', ...env.flatMap((name) => ['-e', name]), ...own, exact, ...after];
    }
    default:
      return [];
  }
}

function ofRemote(label: string, { type, url, headers, variables }: z.infer<typeof Remote>): McpDirectoryWay {
  const asks = createAsks();
  const address = asks.valueOf('url', { value: url, variables: variables ?? {} }) ?? url;
  const given = namedValues(headers, asks);
  const none: McpDirectoryWay = { kind: 'remote', target: shown(url, 300), text: null, sha256: null, more: [] };
  if (type !== 'streamable-http' && type !== 'sse') return { ...none, kind: 'other' };
  const server = { type: type === 'sse' ? 'sse' : 'http', url: address, headers: given };
  return { ...none, text: configText(label, server, asks), more: asks.more.map((id) => shown(id, 100)) };
}

/** The shape of .vscode/mcp.json, which the paste form reads: what is asked for stands beside the server. */
function configText(label: string, server: Record<string, unknown>, asks: Asks): string {
  const inputs = asks.inputs();
  return JSON.stringify({ servers: { [label]: server }, ...(inputs.length > 0 ? { inputs } : {}) }, null, 2);
}
