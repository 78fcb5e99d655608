import fc from 'fast-check';
import { McpServerId } from '#contract/mcp.ts';
import { splitToolName, toToolName } from '#core/tool-names.ts';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { createOutputCollector } from '#host/mcp/builtin/shell/output-collector.ts';
import { codePageOf } from '#host/mcp/builtin/shell/output-decoder.ts';
import { globMatcher } from '#host/mcp/builtin/workspace/glob-pattern.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { childEnv } from '#host/mcp/process/child-env.ts';
import { createLineFramer } from '#host/mcp/process/frame-lines.ts';
import { batchCommand, findOnPath } from '#host/mcp/process/windows-command.ts';
import { inputsOf, fillServer } from '#host/mcp/registry/placeholders.ts';
import { readPaste } from '#host/mcp/registry/read-paste.ts';
import { idFor } from '#host/mcp/registry/server-id.ts';
import { splitCommandLine } from '#host/mcp/registry/split-command-line.ts';
import { splitEnv } from '../../../electron/environment/split-env.ts';
import { visibleText } from '#host/base/visible-text.ts';
import { codePoint } from '#test/code-point.ts';

describe('lines of a byte stream', () => {
  test('come out the same however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(50)), (given, cuts) => {
        const lines = given.map((line) => line.replaceAll(/[\r\n]/g, '')).filter((line) => line !== '');
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const seen: string[] = [];
        const take = createLineFramer(1_000_000, {
          onLine: (line) => void seen.push(line),
          onTooLong: () => void seen.push('!'),
        });
        let at = 0;
        for (const cut of cuts) {
          take(bytes.subarray(at, at + cut));
          at += cut;
        }
        take(bytes.subarray(Math.min(at, bytes.length)));
        expect(seen).toEqual(lines.map((line) => line.toWellFormed()));
      }),
    );
  });

  test('too long: both ends are told, the next line is whole', () => {
    const seen: string[] = [];
    const take = createLineFramer(3000, {
      onLine: (line) => void seen.push(line),
      onTooLong: (head, tail) => void seen.push(`${head.slice(0, 5)}…${tail.slice(-4)}`),
    });
    take(Buffer.from(`begin${'x'.repeat(5000)}`));
    take(Buffer.from(`${'x'.repeat(5000)}end!\nnext\n`));
    expect(seen).toEqual(['begin…end!', 'next']);
  });
});

/** Like `patch`. */
function apply(before: string, diff: string): string {
  if (diff === '') return before;
  const lines = before === '' ? [] : before.split(/(?<=\n)/);
  const out: string[] = [];
  let at = 0;
  const body = diff.split('\n').slice(2, -1);
  for (const [index, line] of body.entries()) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(line);
    const text = `${line.slice(1)}${body[index + 1]?.startsWith('\\') ? '' : '\n'}`;
    if (hunk) {
      const start = hunk[2] === '0' ? Number(hunk[1]) : Number(hunk[1]) - 1;
      while (at < start) out.push(lines[at++] ?? '');
    } else if (line.startsWith('-') || line.startsWith(' ')) {
      if (lines[at] !== text) throw new Error(`the old text has ${lines[at]}, the diff says ${text}`);
      if (line.startsWith(' ')) out.push(text);
      at++;
    } else if (line.startsWith('+')) out.push(text);
  }
  return [...out, ...lines.slice(at)].join('');
}

describe('unified diff', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'same\n', 'd'), { maxLength: 40 })
    .map((parts) => parts.join(''));

  test('applied to the old text it gives the new one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, unifiedDiff('f', before, after))).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  test('is as short as it can be, and quick for texts that have nothing in common', () => {
    const before = Array.from({ length: 100 }, (_one, index) => `${index}\n`).join('');
    expect(unifiedDiff('f', before, before.replace('50\n', 'fifty\n'))).toBe(
      '--- a/f\n+++ b/f\n@@ -48,7 +48,7 @@\n 47\n 48\n 49\n-50\n+fifty\n 51\n 52\n 53\n',
    );
    const many = (mark: string) => Array.from({ length: 20_000 }, (_one, index) => `${mark}${index}\n`).join('');
    const began = Date.now();
    expect(apply(many('a'), unifiedDiff('f', many('a'), many('b')))).toBe(many('b'));
    expect(Date.now() - began).toBeLessThan(5000);
  });
});

describe('globs', () => {
  test.for<[string, string[], string[]]>([
    ['*.ts', ['a.ts', 'x/y/a.ts'], ['a.tsx', 'a.ts/b']],
    ['src/**', ['src/a', 'src/a/b'], ['src', 'lib/a']],
    ['**/test/*.{js,ts}', ['test/a.js', 'a/b/test/c.ts'], ['test/x/a.js', 'atest/a.js']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb']],
    ['[a-c]?.txt', ['ax.txt', 'c1.txt'], ['dx.txt', 'a.txt']],
    ['[!a]*', ['b', 'bcd'], ['a', 'ab']],
    ['\\*.md', ['*.md'], ['a.md']],
  ])('%s', ([pattern, yes, no]) => {
    const matches = globMatcher(pattern);
    expect(yes.filter((path) => !matches(path))).toEqual([]);
    expect(no.filter(matches)).toEqual([]);
  });

  test('take no longer however hostile pattern and name are', () => {
    const began = Date.now();
    globMatcher(`${'*a'.repeat(300)}b`)('a'.repeat(255));
    globMatcher(`${'**/'.repeat(200)}b`)('a/'.repeat(100));
    expect(Date.now() - began).toBeLessThan(1000);
  });
});

describe('what people paste', () => {
  const one = (text: string) => {
    const { servers, problems } = readPaste(text);
    expect(problems).toEqual([]);
    return servers;
  };
  const npx = { kind: 'stdio', command: 'npx', args: ['-y', '@scope/server-files', '/tmp'], cwd: null, env: {} };

  test.for<[string, string, unknown]>([
    [
      'the common map',
      '{"mcpServers":{"files":{"command":"npx","args":["-y","@scope/server-files","/tmp"]}}}',
      { label: 'files', definition: npx },
    ],
    [
      'with comments and a trailing comma',
      '{ // mine\n "servers": {"files":{"type":"stdio","command":"npx","args":["-y","@scope/server-files","/tmp"],},}}',
      { label: 'files', definition: npx },
    ],
    [
      'a bare map',
      '{"files":{"command":"npx","args":["-y","@scope/server-files","/tmp"]}}',
      { label: 'files', definition: npx },
    ],
    [
      'nested in settings',
      '{"mcp":{"servers":{"files":{"command":"npx","args":["-y","@scope/server-files","/tmp"]}}}}',
      { label: 'files', definition: npx },
    ],
    ['one server', '{"command":"npx","args":["-y","@scope/server-files","/tmp"]}', { label: 'files', definition: npx }],
    [
      'one member without braces',
      '"files": {"command":"npx","args":["-y","@scope/server-files","/tmp"]},',
      { label: 'files', definition: npx },
    ],
    ['a command line', '$ npx -y @scope/server-files /tmp', { label: 'files', definition: npx }],
    ['a command in several lines', 'npx -y \\\n  @scope/server-files \\\n  /tmp', { label: 'files', definition: npx }],
    [
      'a program of Windows',
      String.raw`C:\Tools\files.exe --root "C:\My files"`,
      {
        label: 'files',
        definition: {
          kind: 'stdio',
          command: String.raw`C:\Tools\files.exe`,
          args: ['--root', String.raw`C:\My files`],
          cwd: null,
          env: {},
        },
      },
    ],
    [
      'a server with the name of a map',
      '{"mcpServers":{"mcp":{"command":"npx","args":["-y","@scope/server-files","/tmp"]}}}',
      { label: 'mcp', definition: npx },
    ],
    [
      'variables before it',
      'KEY=\'a b\' uvx mcp-server-git --repo "my repo"',
      {
        label: 'git',
        definition: {
          kind: 'stdio',
          command: 'uvx',
          args: ['mcp-server-git', '--repo', 'my repo'],
          cwd: null,
          env: { KEY: 'a b' },
        },
      },
    ],
    [
      'an address',
      'https://mcp.example.com/mcp',
      { label: 'example.com', definition: { kind: 'http', url: 'https://mcp.example.com/mcp', headers: {} } },
    ],
    [
      'an older address',
      '{"x":{"url":"https://e.com/sse","headers":{"A":"b"}}}',
      { label: 'x', definition: { kind: 'sse', url: 'https://e.com/sse', headers: { A: 'b' } } },
    ],
    [
      'another name for it',
      '{"mcpServers":{"x":{"serverUrl":"https://e.com/mcp"}}}',
      { label: 'x', definition: { kind: 'http', url: 'https://e.com/mcp', headers: {} } },
    ],
    [
      'a local server of opencode',
      '{"mcp":{"x":{"type":"local","command":["bun","x","it"],"environment":{"K":"v"},"enabled":true}}}',
      { label: 'x', definition: { kind: 'stdio', command: 'bun', args: ['x', 'it'], cwd: null, env: { K: 'v' } } },
    ],
    [
      'a client that was registered by hand',
      '{"mcp":{"x":{"type":"remote","url":"https://e.com/mcp","oauth":{"clientId":"c","clientSecret":"s"}}}}',
      {
        label: 'x',
        definition: { kind: 'http', url: 'https://e.com/mcp', headers: {}, client: { id: 'c', secret: 's' } },
      },
    ],
  ])('%s', ([, text, expected]) => {
    expect(one(text)).toEqual([expected]);
  });

  test('what cannot be read is said without its values; what can be is taken', () => {
    const { servers, problems } = readPaste(
      '{"mcpServers":{"ok":{"command":"a"},"bad":{"env":{"K":"CANARY"}},"worse":{"command":{"path":["CANARY"]}}}}',
    );
    expect(servers.map(({ label }) => label)).toEqual(['ok']);
    expect(problems).toMatchObject([
      { code: 'target', server: 'bad' },
      { code: 'field', server: 'worse' },
    ]);
    expect(JSON.stringify(problems)).not.toContain('CANARY');
    const codes = (text: string) => readPaste(text).problems.map(({ code }) => code);
    expect(codes('{"mcpServers":')).toEqual(['json']);
    expect(codes('hello | there')).toEqual(['command-line']);
    expect(codes('{}')).toEqual(['none']);
  });

  test('Codex: programs, addresses, and values that it takes from its environment', () => {
    const { servers, problems } = readPaste(`
model = "o5"   # not a server
[mcp_servers.fetch]
command = "npx"
args = [
  "-y",
  "server-fetch",
]
env = { MODE = "fast" }
env_vars = ["TOKEN"]
startup_timeout_sec = 20
[mcp_servers."far away"]
url = "https://e.com/mcp"
bearer_token_env_var = "FAR_TOKEN"
http_headers = { "X-Team" = "a" }
env_http_headers = { "X-Key" = "FAR_KEY" }
`);
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      {
        label: 'fetch',
        definition: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'server-fetch'],
          cwd: null,
          env: { TOKEN: '${env:TOKEN}', MODE: 'fast' },
        },
      },
      {
        label: 'far away',
        definition: {
          kind: 'http',
          url: 'https://e.com/mcp',
          headers: { Authorization: 'Bearer ${env:FAR_TOKEN}', 'X-Key': '${env:FAR_KEY}', 'X-Team': 'a' },
        },
      },
    ]);
    expect(readPaste('command="npx"\nargs = ["it"] # alone')).toMatchObject({
      servers: [{ label: 'it', definition: { command: 'npx', args: ['it'] } }],
      problems: [],
    });
  });

  test('goose and Continue; what goose itself is made of is named and left out', () => {
    const goose = readPaste(`extensions:
  developer: { name: Developer, type: builtin, enabled: true }
  fetch:
    type: stdio
    cmd: uvx
    args: [mcp-server-fetch]
    envs: { DEBUG: no }
    env_keys: [TOKEN]
    timeout: 300
  far: { type: streamable_http, uri: "https://e.com/mcp", headers: { A: b } }
`);
    expect(goose.problems).toEqual([{ code: 'own', server: 'Developer', detail: '' }]);
    expect(goose.servers).toMatchObject([
      { label: 'fetch', definition: { command: 'uvx', env: { TOKEN: '${env:TOKEN}', DEBUG: 'no' } } },
      { label: 'far', definition: { kind: 'http', headers: { A: 'b' } } },
    ]);
    expect(readPaste('mcpServers:\n  - name: fetch\n    command: uvx').servers).toMatchObject([
      { label: 'fetch', definition: { command: 'uvx' } },
    ]);
  });

  test.for<[string, string, string]>([
    ['a table that does not end', 'format', '[mcp_servers.fetch]\ncommand = "npx"\nargs = ["-y",'],
    ['a mark that is none', 'format', 'extensions:\n  fetch:\n    cmd: "uvx\n'],
    [
      'aliases of aliases',
      'format',
      `a: &a [x, x]\n${Array.from('bcdefghijklm', (key, at) => `${key}: &${key} [${`*${'abcdefghijkl'[at]}, `.repeat(9)}]`).join('\n')}`,
    ],
    ['nothing but brackets', 'none', `a: ${'['.repeat(50_000)}`],
    ['nothing but braces', 'none', '{"a":'.repeat(9000)],
  ])('%s is refused at once', ([, code, text]) => {
    const start = performance.now();
    expect(readPaste(text)).toMatchObject({ servers: [], problems: [{ code }] });
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('what looks a little like another format is still a command line', () => {
    for (const line of ['A="b c" npx it', 'npx it --name=x', 'docker run -v /a:/b it', 'npx https://e.com/x.tgz'])
      expect(readPaste(line)).toMatchObject({ servers: [{ definition: { kind: 'stdio' } }], problems: [] });
  });

  test('a placeholder is asked for once, and a secret never stands in the open', () => {
    const text = JSON.stringify({
      inputs: [
        { id: 'key', type: 'promptString', description: 'API key', password: true },
        { id: 'zone', type: 'pickString', description: 'Zone', options: ['a', 'b'], default: 'b' },
      ],
      servers: {
        one: {
          command: 'run',
          args: ['--key=${input:key}', '${workspaceFolder}/src', '${input:zone}'],
          env: { KEY: 'Bearer ${input:key}', MORE: '${MORE:-no}', NODE_OPTIONS: '--x=${input:key}' },
        },
        two: { url: 'https://e.com/mcp?k=${input:key}', headers: { A: '${env:OTHER}' } },
      },
    });
    const { servers, inputs } = readPaste(text);
    const asks = inputsOf(servers, inputs, '/home/u/project');
    expect(asks).toMatchObject([
      { token: '${input:key}', kind: 'input', description: 'API key', secret: true, servers: ['one', 'two'] },
      { token: '${workspaceFolder}', kind: 'folder', initial: '/home/u/project', secret: false },
      { token: '${input:zone}', choices: ['a', 'b'], initial: 'b', secret: false },
      { token: '${MORE:-no}', kind: 'variable', initial: 'no', secret: true },
      { token: '${env:OTHER}', kind: 'variable', initial: '', secret: true, servers: ['two'] },
    ]);
    const answers = {
      '${input:key}': 'SECRET',
      '${workspaceFolder}': '/w',
      '${input:zone}': 'a',
      '${MORE:-no}': 'yes',
      '${env:OTHER}': 'o',
    };
    const [one, two] = servers.map((server) => fillServer(server, asks, answers));
    expect(one).toMatchObject({
      definition: {
        args: ['--key=${input:key}', '/w/src', 'a'],
        env: { KEY: 'Bearer SECRET', MORE: 'yes', NODE_OPTIONS: '--x=${input:key}' },
      },
      inputs: new Map([['${input:key}', 'SECRET']]),
    });
    expect(two).toMatchObject({
      definition: { url: 'https://e.com/mcp?k=${input:key}', headers: { A: 'o' } },
      inputs: new Map([['${input:key}', 'SECRET']]),
    });
  });

  test('nothing in it makes it throw or touches a prototype', () => {
    fc.assert(fc.property(fc.string(), (text) => void readPaste(text)));
    fc.assert(fc.property(fc.json(), (text) => void readPaste(`{"mcpServers":{"x":${text}}}`)));
    readPaste('{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}');
    expect(Object.hasOwn(Object.prototype, 'command')).toBe(false);
  });

  test('words are cut as sh does, or not at all', () => {
    expect(splitCommandLine(String.raw`a 'b c' "d \"e\"" f\ g ''`)).toEqual(['a', 'b c', 'd "e"', 'f g', '']);
    for (const line of ['a | b', 'a; b', 'a && b', 'a > f', 'a $HOME', 'a `b`', 'a "$(b)"', 'a *.js', "a 'b", 'a \\'])
      expect(splitCommandLine(line)).toBeNull();
  });

  test('the tools of a valid id come apart from it again', () => {
    expect(McpServerId.safeParse('a__b').success).toBe(false);
    const sign = fc.constantFrom('a', '9', '_', '-');
    const ids = fc.string({ unit: sign, maxLength: 20 }).filter((id) => McpServerId.safeParse(id).success);
    fc.assert(
      fc.property(ids, fc.string(), (id, tool) => {
        expect(splitToolName(toToolName(id, tool))).toEqual({ server: id, tool });
      }),
      { numRuns: 300 },
    );
  });

  test('ids fit an address, are unique, and are never those of the host', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        const ids = new Set<string>();
        for (const name of names) ids.add(idFor(name, ids));
        expect(ids.size).toBe(names.length);
        for (const id of ids) expect(McpServerId.safeParse(id).success).toBe(true);
      }),
    );
    const taken = ['servers', 'Import', 'approvals', 'rules', 'sessions', 'builtin_shell_server', 'Builtin'];
    for (const name of taken) expect(idFor(name, new Set())).toMatch(/^server-/);
  });
});

describe('the environment of a process', () => {
  /** Names under which people store secrets, and values that are secrets under harmless names. */
  const SECRETS: Record<string, string> = {
    ...Object.fromEntries(
      (
        'OPENAI_API_KEY AWS_SECRET_ACCESS_KEY GITHUB_TOKEN GH_PAT MYSQL_PWD SSHPASS AZURE_DEVOPS_EXT_PAT DB_PASS SMTP_PASS ' +
        'SLACK_WEBHOOK_URL CONNECTION_STRING DATABASE_DSN JWT PASSWORD_SALT TLS_PEM WALLET_SEED PIN SSH_AUTH_SOCK ' +
        'DBUS_SESSION_BUS_ADDRESS XDG_SESSION_COOKIE LC_SECRET BATON_HOME NODE_OPTIONS PLAIN'
      )
        .split(' ')
        .map((name) => [name, 'CANARY']),
    ),
    HTTPS_PROXY: 'http://user:CANARY@proxy',
    PAGER: '() { CANARY; }',
  };
  const env = {
    ...SECRETS,
    HOME: '/home/u',
    PATH: '/bin',
    LANG: 'ko_KR.UTF-8',
    JAVA_HOME: '/j',
    NO_PROXY: 'x',
    LC_ALL: 'C',
  };

  test('is what is on the list, on every platform', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(Object.values(childEnv(env, platform)).join()).not.toContain('CANARY');
    expect(childEnv(env, 'linux', { given: { MY_KEY: 'mine', CI: 'false' } })).toMatchObject({
      HOME: '/home/u',
      LANG: 'ko_KR.UTF-8',
      LC_ALL: 'C',
      JAVA_HOME: '/j',
      NO_PROXY: 'x',
      MY_KEY: 'mine',
      CI: 'false',
      GIT_TERMINAL_PROMPT: '0',
    });
    expect(childEnv(env, 'linux')['PATH']?.split(':')).toEqual(
      expect.arrayContaining(['/bin', '/usr/local/bin', '/home/u/.local/bin']),
    );
  });

  test('no other name gets in, whatever it is called', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,20}$/).filter((one) => one.length > 3 && !(one in env));
    fc.assert(
      fc.property(name, (other) => {
        expect(Object.values(childEnv({ [other]: 'CANARY' }, 'linux'))).not.toContain('CANARY');
        expect(splitEnv({ [other]: 'CANARY' }, 'linux')).toEqual({ open: {}, withheld: { [other]: 'CANARY' } });
      }),
    );
  });

  test('is wider where the user says so, for these names alone', () => {
    const made = childEnv(env, 'linux', { added: { allow: ['GH_PAT'], env: {} } });
    expect(Object.entries(made).filter(([, value]) => value.includes('CANARY'))).toEqual([['GH_PAT', 'CANARY']]);
  });

  test('of Baton itself: what a window needs, and the rest is held back, whole', () => {
    const { open, withheld } = splitEnv({ ...env, DISPLAY: ':0', QT_IM_MODULE: 'fcitx', BATON_PORT: '1' }, 'linux');
    expect(open).toMatchObject({ DISPLAY: ':0', QT_IM_MODULE: 'fcitx', BATON_PORT: '1', PATH: '/bin' });
    const { BATON_HOME, DBUS_SESSION_BUS_ADDRESS, NODE_OPTIONS, ...secrets } = SECRETS;
    expect(open).toMatchObject({ BATON_HOME, DBUS_SESSION_BUS_ADDRESS, NODE_OPTIONS });
    expect(withheld).toEqual(secrets);
  });
});

describe('batch files on Windows', () => {
  test('arguments are escaped for cmd.exe and the program behind it', () => {
    const { file, args, verbatim } = batchCommand(
      'C:\\tools\\run.cmd',
      ['plain', 'a b', 'x"y', 'end\\', '&calc', '%PATH%', '^', ''],
      'cmd.exe',
    );
    expect([file, verbatim, args.slice(0, 3)]).toEqual(['cmd.exe', true, ['/d', '/s', '/c']]);
    expect(args[3]).toBe(
      String.raw`"C:\tools\run.cmd ^"plain^" ^"a^ b^" ^"x\^"y^" ^"end\\^" ^"^&calc^" ^"^%PATH^%^" ^"^^^" ^"^""`,
    );
    // The shims of npm pass their arguments to a second cmd.exe.
    expect(batchCommand('C:\\x\\npx.cmd', ['a&b'], 'cmd.exe').args[3]).toBe(String.raw`"C:\x\npx.cmd ^^^"a^^^&b^^^""`);
    expect(() => batchCommand('a.cmd', ['x\ncalc'], 'cmd.exe')).toThrow(/line break/);
  });

  test('a bare name is looked for as Windows does', async () => {
    const files = new Set(['C:\\b\\npx.cmd', 'C:\\a\\node.exe']);
    const find = (name: string) =>
      findOnPath(name, { Path: 'C:\\a;C:\\b', PATHEXT: '.EXE;.CMD' }, async (path) =>
        [...files].some((one) => one.toLowerCase() === path.toLowerCase()),
      );
    expect((await find('npx'))?.toLowerCase()).toBe('c:\\b\\npx.cmd');
    expect((await find('node.exe'))?.toLowerCase()).toBe('c:\\a\\node.exe');
    expect(await find('other')).toBeNull();
  });
});

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('text made visible hides nothing and is stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const { text: shown, hidden } = visibleText(text);
      expect(UNSEEN.test(shown)).toBe(false);
      expect(visibleText(shown)).toEqual({ text: shown, hidden: false });
      expect(hidden).toBe(shown !== text);
    }),
  );
  expect(visibleText('a\u202Eb\u200B\u0007\u3164\u00a0\u{e0041}c').text).toBe(
    'a\\u{202e}b\\u{200b}\\u{7}\\u{3164}\\u{a0}\\u{e0041}c',
  );
  expect(visibleText('안녕 — Grüße 🦊').hidden).toBe(false);
});

test('canonical JSON does not depend on the order of keys, and says the same as the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      const reversed = (inner: unknown): unknown =>
        Array.isArray(inner)
          ? inner.map(reversed)
          : typeof inner === 'object' && inner !== null
            ? Object.fromEntries(
                Object.entries(inner)
                  .toReversed()
                  .map(([key, one]) => [key, reversed(one)]),
              )
            : inner;
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

test('an output larger than what is kept keeps both ends, and whole characters', () => {
  const collector = createOutputCollector();
  const write = collector.stream();
  const [euro, fox] = [Buffer.from('€'), Buffer.from('🦊')];
  expect(write(euro.subarray(0, 2))).toBe('');
  expect(write(euro.subarray(2))).toBe('€');
  const block = Buffer.concat(Array.from({ length: 25_000 }, () => fox));
  for (let n = 0; n < 400; n += 1) write(block);
  write(Buffer.from('end'));
  const text = collector.end();
  expect(text.startsWith('€🦊')).toBe(true);
  expect(text.endsWith('🦊end')).toBe(true);
  expect(text.isWellFormed()).toBe(true);
  const [notice, left] = /\n\[(\d+) characters left out: .*\]\n/.exec(text) ?? [];
  expect(text.length - (notice ?? '').length + Number(left)).toBe(1 + 400 * 50_000 + 3);
  expect(text.length).toBeLessThan(8_000_000);
});

test('what Windows prints in its own code page is decoded line by line, beside UTF-8', () => {
  // "확인" in the code page of Korean Windows.
  const korean = Buffer.from('c8aec0ce', 'hex');
  expect(['ko-KR', 'ja', 'zh-CN', 'zh-TW', 'de'].map((locale) => codePageOf('win32', locale))).toEqual([
    'euc-kr',
    'shift_jis',
    'gb18030',
    'big5',
    null,
  ]);
  expect(codePageOf('linux', 'ko-KR')).toBeNull();
  const collector = createOutputCollector('euc-kr');
  const write = collector.stream();
  expect(write(Buffer.from('C:\\>'))).toBe('C:\\>');
  expect(write(Buffer.concat([Buffer.from('dir '), korean.subarray(0, 3)]))).toBe('');
  expect(write(Buffer.concat([korean.subarray(3), Buffer.from('\r\nnode 확인\n'), korean]))).toBe(
    'dir 확인\r\nnode 확인\n',
  );
  expect(collector.end()).toBe('C:\\>dir 확인\r\nnode 확인\n확인');
});
