import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CALL_SECONDS, type McpDefinition, type McpShownDefinition } from '#contract/mcp.ts';
import { canonicalJson } from '#core/canonical-json.ts';

/** Baton's own fields, next to those that every client understands. */
const Own = z.looseObject({
  label: z.string().min(1).max(80).optional().catch(undefined),
  enabled: z.boolean().optional().catch(undefined),
  /** Names of tools that are switched off. */
  toolsOff: z.array(z.string()).optional().catch(undefined),
  /** The time limit for a call, in seconds. */
  timeout: z.int().min(CALL_SECONDS.min).max(CALL_SECONDS.max).optional().catch(undefined),
});

/** One value of `mcpServers`, as this and other clients write it. Unknown fields stay in the file. */
export const FileEntry = z.looseObject({
  type: z.string().optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.union([z.string(), z.number().transform(String)])).optional(),
  cwd: z.string().optional(),
  env: z
    .record(z.string(), z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]))
    .optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** opencode and Claude Code write it this way too. */
  oauth: z
    .looseObject({ clientId: z.string().optional(), clientSecret: z.string().optional() })
    .optional()
    .catch(undefined),
  disabled: z.boolean().optional().catch(undefined),
  baton: Own.optional().catch(undefined),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** Placeholder in the file for a value in the secret store. */
export const STORED = '${baton:stored}';

/**
 * Environment values that decide which code runs. They are not secrets: they stay in the file, are shown before
 * consent, and are part of what it is bound to. Every other value is write-only.
 */
const STEERING = new RegExp(
  `^(?:${[
    // The system, command shells, and where programs look for what the user has set.
    'PATH|PATHEXT|COMSPEC|SHELL|IFS|ENV|BASH_ENV|BASH_FUNC_.+|PROMPT_COMMAND|PS4|ZDOTDIR|PSMODULEPATH',
    'LD_.+|DYLD_.+|GCONV_PATH|GLIBC_TUNABLES|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_(?:CONFIG|DATA)_(?:HOME|DIRS)',
    // Runtimes.
    'NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|ELECTRON_RUN_AS_NODE',
    'PYTHON(?!HASHSEED).+|PERL5.+|PERLLIB|RUBY(?:OPT|LIB)|LUA_(?:C?PATH|INIT).*|PHPRC|PHP_INI_SCAN_DIR',
    'JAVA_(?:TOOL_OPTIONS|OPTS|HOME)|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|(?:MAVEN|GRADLE)_OPTS',
    'DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE|ROOT.*)|CORECLR_.+|COR_.+|DENO_.*|BUN_.*',
    // Where packages come from.
    'npm_config_.+|YARN_.*(?:REGISTRY|PATH).*|COREPACK_.*REGISTRY.*|GEM_(?:HOME|PATH)|BUNDLE_GEMFILE',
    'UV_(?:.*INDEX.*|.*MIRROR.*|FIND_LINKS|PYTHON.*|CONFIG_FILE|OVERRIDE|CONSTRAINT|BUILD_CONSTRAINT)',
    'PIP_(?:.*INDEX.*|CONFIG_FILE|FIND_LINKS|CONSTRAINT|TRUSTED_HOST)|RUSTC_.*WRAPPER|RUSTFLAGS',
    'GO(?:FLAGS|PROXY|SUMDB|NOSUMDB|PRIVATE|INSECURE|TOOLCHAIN|ROOT|PATH)|CARGO_(?!.*TOKEN).+|RUSTUP_.+',
    // Programs that others start.
    'GIT_(?:SSH|EXEC|ASKPASS|EXTERNAL|CONFIG|PROXY|PAGER|EDITOR|SEQUENCE|TEMPLATE).*|(?:SSH|SUDO)_ASKPASS',
    'EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|.+_EXECUTABLE(?:_PATH)?|CHROME_(?:PATH|BIN)',
    'KUBECONFIG|AWS_(?:CONFIG|SHARED_CREDENTIALS)_FILE',
    // Who is asked, and whom they are taken for.
    '.*_PROXY|DOCKER_(?:HOST|CONTEXT|CONFIG)|SSL_CERT_(?:FILE|DIR)|(?:REQUESTS|CURL)_CA_BUNDLE',
    'OPENSSL_(?:CONF|MODULES|ENGINES)',
  ].join('|')})$`,
  'i',
);

export const isLoaderVariable = (name: string): boolean => STEERING.test(name);

/** One that is kept with the secrets, from before it was known as such, stays there until it is entered again. */
const steers = ([name, value]: readonly [string, string]): boolean => isLoaderVariable(name) && value !== STORED;

/** A server as the host uses it. `env` and `headers` hold names only, without values. */
export type ServerDefinition =
  | {
      kind: 'stdio';
      command: string;
      args: string[];
      cwd: string | null;
      env: string[];
      steering: Record<string, string>;
    }
  | { kind: 'http' | 'sse'; url: string; headers: string[]; client?: { id: string; hasSecret: boolean } }
  | { kind: 'builtin'; server: string };

const sha256 = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Hashes what a consent is bound to (security.md S46): everything that decides what runs and where data goes. */
export function hashDefinition(definition: ServerDefinition): string {
  return sha256(
    definition.kind === 'stdio'
      ? { ...definition, env: definition.env.toSorted() }
      : definition.kind === 'builtin'
        ? definition
        : { ...definition, headers: definition.headers.map((name) => name.toLowerCase()).sort() },
  );
}

export function hashTool(tool: Readonly<Record<string, unknown>>): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return sha256({ name, title, description, inputSchema, outputSchema, annotations });
}

export function hashArguments(args: unknown): string {
  return sha256(args ?? {});
}

/** An entry of mcp.json has neither a command nor an address. */
export class NoTargetError extends Error {}

/** Throws a NoTargetError when the entry has neither a command nor an address. */
export function readEntry(entry: FileEntry): ServerDefinition {
  const { command, url, type } = entry;
  if (command !== undefined) {
    const env = Object.entries(entry.env ?? {});
    return {
      kind: 'stdio',
      command,
      args: entry.args ?? [],
      cwd: entry.cwd ?? null,
      env: env.filter((one) => !steers(one)).map(([name]) => name),
      steering: Object.fromEntries(env.filter(steers)),
    };
  }
  if (url === undefined) throw new NoTargetError('An entry needs a command or an address.');
  const kind = type === 'sse' || (type === undefined && /\/sse\/?$/.test(url)) ? 'sse' : 'http';
  const { clientId, clientSecret } = entry.oauth ?? {};
  return {
    kind,
    url,
    headers: Object.keys(entry.headers ?? {}),
    ...(clientId === undefined ? {} : { client: { id: clientId, hasSecret: clientSecret !== undefined } }),
  };
}

export function showDefinition(definition: ServerDefinition): McpShownDefinition {
  if (definition.kind === 'builtin') return { kind: 'builtin' };
  if (definition.kind !== 'stdio') {
    const { kind, url, headers, client = null } = definition;
    return { kind, url, headerNames: headers, client };
  }
  const { command, args, cwd, env, steering } = definition;
  return { kind: 'stdio', command, args, cwd, envNames: env, steering };
}

/** Converts a definition to its file entry and the values that go to the secret store instead. */
export function toFile(given: McpDefinition): { entry: FileEntry; secrets: Map<string, string | null> } {
  const secrets = new Map<string, string | null>();
  const hide = (group: string, values: Record<string, string | null>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (group === 'env' && isLoaderVariable(name) && value !== null) return [name, value];
        secrets.set(`${group}/${name}`, value);
        return [name, STORED];
      }),
    );
  if (given.kind === 'stdio') {
    const env = hide('env', given.env);
    return {
      entry: {
        command: given.command,
        args: given.args,
        ...(given.cwd === null ? {} : { cwd: given.cwd }),
        ...(Object.keys(env).length === 0 ? {} : { env }),
      },
      secrets,
    };
  }
  const headers = hide('headers', given.headers);
  const { client } = given;
  const clientSecret = client && client.secret !== '' ? hide('oauth', { clientSecret: client.secret }) : {};
  return {
    entry: {
      type: given.kind,
      url: given.url,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(client ? { oauth: { clientId: client.id, ...clientSecret } } : {}),
    },
    secrets,
  };
}
