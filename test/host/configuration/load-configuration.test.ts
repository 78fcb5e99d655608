import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import adapter from '#test/conformance/adapter.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { HOOK_ALIASES, HOOKS } from '#core/reliability/hook-table.ts';
import { loadConfiguration } from '#host/configuration/load-configuration.ts';
import type { LayerText } from '#host/configuration/check-layer.ts';

const layer = (name: LayerText['layer'], text: unknown): LayerText => ({
  layer: name,
  file: `${name}.jsonc`,
  text: typeof text === 'string' ? text : JSON.stringify(text),
});
const codes = (...layers: LayerText[]) => loadConfiguration(layers).warnings.map(({ code, key }) => `${code} ${key}`);

/** The sample of the reliability document, comments and all. */
const SAMPLE = `{
  "experimental": {
    "auto_resume": false, // after a recovery
    "aggressive_truncation": false,
    "preemptive_compaction": true,
    "preemptive_compaction_threshold": 0.80,
    "truncate_all_tool_outputs": true,
    "dcp_for_compaction": false,
    /* pruning */
    "dynamic_context_pruning": {
      "enabled": false,
      "notification": "detailed",
      "turn_protection": { "enabled": true, "turns": 3 },
      "protected_tools": [
        "task", "todowrite", "todoread", "lsp_rename", "lsp_code_action_resolve",
        "session_read", "session_write", "session_search",
      ],
      "strategies": {
        "deduplication": { "enabled": true },
        "supersede_writes": { "enabled": true, "aggressive": false },
        "purge_errors": { "enabled": true, "turns": 5 }
      }
    }
  },
}`;

describe('defaults', () => {
  test('are those of the documents, spelled out in their sample', () => {
    const { configuration, warnings } = loadConfiguration([layer('user', SAMPLE)]);
    expect(configuration).toEqual(DEFAULT_CONFIGURATION);
    expect(loadConfiguration([]).configuration).toEqual(DEFAULT_CONFIGURATION);
    expect(warnings).toEqual([]);
  });

  test('the documented list of switches, comments and all', () => {
    const names = [
      'session-recovery',
      'todo-continuation-enforcer',
      'thinking-block-validator',
      'empty-message-sanitizer',
      'non-interactive-env',
      'tool-output-truncator',
      'context-window-monitor',
    ];
    const lines = names.map((name, at) => `    "${name}"${at < names.length - 1 ? ',' : ''} // off`);
    const { configuration, warnings } = loadConfiguration([
      layer('user', `{\n  "disabled_hooks": [\n${lines.join('\n')}\n  ]\n}`),
    ]);
    expect(configuration).toEqual({ ...DEFAULT_CONFIGURATION, disabled_hooks: names });
    expect(warnings).toEqual([]);
  });

  test.each(['', '  \n', '// nothing yet', '\uFEFF{}', '{"$schema":"./config.schema.json"}'])(
    'hold for %j without a warning',
    (text) => {
      expect(loadConfiguration([layer('user', text)])).toEqual({
        configuration: DEFAULT_CONFIGURATION,
        unused: {},
        origins: {},
        warnings: [],
      });
    },
  );
});

describe('layers', () => {
  test('are merged key by key, the stronger one wins, disabled lists are united', () => {
    const { configuration, origins } = loadConfiguration([
      layer('user', {
        disabled_hooks: ['session-recovery', 'think-mode'],
        experimental: { auto_resume: true, dynamic_context_pruning: { enabled: true, protected_tools: ['a', 'b'] } },
      }),
      layer('workspace', {
        disabled_hooks: ['think-mode', 'startup-toast'],
        experimental: { dynamic_context_pruning: { turn_protection: { turns: 5 }, protected_tools: ['c'] } },
      }),
      layer('ui', { experimental: { auto_resume: false } }),
    ]);
    expect(configuration.disabled_hooks).toEqual(['session-recovery', 'think-mode', 'startup-toast']);
    expect(configuration.experimental).toEqual({
      ...DEFAULT_CONFIGURATION.experimental,
      dynamic_context_pruning: {
        ...DEFAULT_CONFIGURATION.experimental.dynamic_context_pruning,
        enabled: true,
        turn_protection: { enabled: true, turns: 5 },
        protected_tools: ['c'],
      },
    });
    expect(origins).toMatchObject({
      'experimental.auto_resume': 'ui',
      'experimental.dynamic_context_pruning.enabled': 'user',
      'experimental.dynamic_context_pruning.turn_protection.turns': 'workspace',
      'hooks.session-recovery': 'user',
      'hooks.startup-toast': 'workspace',
    });
    expect(origins['experimental.preemptive_compaction']).toBeUndefined();
  });

  test('a stronger layer can switch on what a weaker one switched off', () => {
    const { configuration, origins } = loadConfiguration([
      layer('user', { disabled_hooks: ['session-recovery', 'non-interactive-env'] }),
      layer('ui', { enabled_hooks: ['session-recovery', 'directory-readme-injector'] }),
    ]);
    expect(configuration.disabled_hooks).toEqual(['non-interactive-env']);
    expect(configuration.enabled_hooks).toEqual(['session-recovery', 'directory-readme-injector']);
    expect(origins['hooks.session-recovery']).toBe('ui');
  });

  test('a folder cannot widen what programs see, nor switch on scripts, nor say who is asked, nor set what is the host’s', () => {
    const given = {
      env_allow_list: ['SSH_AUTH_SOCK'],
      enabled_hooks: ['claude-code-hooks'],
      practiceCharsPerSecond: 5,
      updates: { feed: 'https://updates.example/feed.json' },
    };
    const user = loadConfiguration([layer('user', given)]);
    expect(user.configuration).toMatchObject({
      env_allow_list: ['SSH_AUTH_SOCK'],
      enabled_hooks: ['claude-code-hooks'],
      updates: { feed: 'https://updates.example/feed.json' },
    });
    expect(user.warnings).toEqual([]);
    expect(loadConfiguration([layer('workspace', given)]).configuration).toEqual(DEFAULT_CONFIGURATION);
    expect(codes(layer('workspace', given))).toEqual([
      'user-file-only env_allow_list',
      'user-file-only updates',
      'user-file-only practiceCharsPerSecond',
      'user-file-only enabled_hooks',
    ]);
    // The page's settings layer can't decide which scripts run; that's the user's own switch.
    expect(loadConfiguration([layer('ui', given)]).configuration).toEqual({
      ...DEFAULT_CONFIGURATION,
      enabled_hooks: ['claude-code-hooks'],
    });
    expect(codes(layer('ui', given))).toEqual([
      'user-file-only env_allow_list',
      'user-file-only updates',
      'user-file-only practiceCharsPerSecond',
    ]);
  });

  test('a folder brings no scripts and takes none away', () => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check.sh' }] }] };
    const user = layer('user', { hooks, enabled_hooks: ['claude-code-hooks'] });
    const mine = loadConfiguration([user]).configuration;
    expect(mine.hooks).toEqual(hooks);
    const folder = layer('workspace', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'evil.sh' }] }] },
      disabled_hooks: ['claude-code-hooks'],
    });
    expect(loadConfiguration([user, folder]).configuration).toEqual(mine);
    expect(codes(folder)).toEqual(['user-file-only hooks', 'user-file-only disabled_hooks']);
    expect(loadConfiguration([layer('ui', { hooks })]).configuration.hooks).toEqual({});
  });

  test('a script that lacks something is left out, never widened, and takes nothing else with it', () => {
    const good = { type: 'command', command: 'check.sh', timeout: 5 };
    const { configuration, warnings } = loadConfiguration([
      layer('user', {
        env_allow_list: ['EDITOR_HOME'],
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'is it safe?' }, { type: 'command' }, good, {}] },
            { matcher: '(', hooks: [good] },
          ],
          Stop: [{ hooks: [{ type: 'command', command: 'x', timeout: 9000 }] }],
          SessionStart: [{ hooks: [good] }],
        },
      }),
    ]);
    expect(configuration.env_allow_list).toEqual(['EDITOR_HOME']);
    expect(configuration.hooks).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [good] }],
      Stop: [{ hooks: [{ type: 'command', command: 'x' }] }],
    });
    expect(warnings.map(({ key }) => key)).toContain('hooks.SessionStart');
    expect(warnings.every(({ code }) => code === 'invalid-value' || code === 'unknown-key')).toBe(true);
  });

  test('lists of other programs are united too, and said to be of no use', () => {
    const { unused, warnings } = loadConfiguration([
      layer('user', { disabled_mcps: ['a', 1] }),
      layer('workspace', { disabled_mcps: ['b', 'a'] }),
    ]);
    expect(unused).toEqual({ disabled_mcps: ['a', 'b'] });
    expect(warnings.map(({ code }) => code)).toEqual(['unused-list', 'unused-list']);
  });
});

describe('what is wrong is left out with a warning, and the rest holds', () => {
  const LIMITS: [key: string, bad: unknown[], good: unknown[]][] = [
    ['preemptive_compaction_threshold', [0.49, 0.96, '0.8', null, 1], [0.5, 0.95, 0.8]],
    ['dynamic_context_pruning.turn_protection.turns', [0, 11, 2.5, '3', true], [1, 10]],
    ['dynamic_context_pruning.strategies.purge_errors.turns', [0, 21, 5.5], [1, 20]],
    ['dynamic_context_pruning.notification', ['loud', '', 1], ['off', 'minimal', 'detailed']],
    ['auto_resume', ['true', 1, null, []], [true]],
  ];
  const nest = (key: string, value: unknown): unknown =>
    key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const read = (value: unknown, key: string): unknown =>
    key.split('.').reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value);

  test.each(LIMITS)('%s', (key, bad, good) => {
    const path = `experimental.${key}`;
    for (const value of bad) {
      const user = layer('user', nest(path, good[0]));
      const wrong = layer('workspace', { disabled_hooks: ['think-mode'], ...Object(nest(path, value)) });
      const { configuration, warnings } = loadConfiguration([user, wrong]);
      expect(read(configuration, path)).toBe(good[0]);
      expect(configuration.disabled_hooks).toEqual(['think-mode']);
      expect(warnings).toEqual([
        {
          layer: 'workspace',
          file: 'workspace.jsonc',
          line: 1,
          key: path,
          code: 'invalid-value',
          detail: expect.any(String),
        },
      ]);
    }
    for (const value of good) {
      const { configuration, warnings } = loadConfiguration([layer('user', nest(path, value))]);
      expect(read(configuration, path)).toBe(value);
      expect(warnings).toEqual([]);
    }
  });

  test('names and keys that nobody knows, with their lines', () => {
    const { configuration, warnings } = loadConfiguration([
      layer('user', '{\n  "disabled_hooks": [\n    "no-such-hook",\n    "think-mode",\n    7\n  ],\n  "bogus": 1\n}'),
    ]);
    expect(configuration.disabled_hooks).toEqual(['think-mode']);
    expect(warnings.map(({ code, line, detail }) => [code, line, detail])).toEqual([
      ['invalid-value', 5, 'a known name'],
      ['unknown-hook', 3, 'no-such-hook'],
      ['unknown-key', 7, undefined],
    ]);
  });

  test('old names mean the hook that does their work', () => {
    for (const [alias, id] of Object.entries(HOOK_ALIASES)) {
      const { configuration, warnings } = loadConfiguration([layer('user', { disabled_hooks: [alias, id] })]);
      expect(configuration.disabled_hooks).toEqual([id]);
      expect(warnings).toMatchObject([{ code: 'renamed-hook', detail: `${alias} → ${id}` }]);
    }
  });

  test.each([
    ['{"disabled_hooks": ["think-mode"', 'syntax', 1],
    ['{\n"a": 1\n"b": 2}', 'syntax', 3],
    ['[]', 'not-an-object', 1],
    ['null', 'not-an-object', 1],
    ['"text"', 'not-an-object', 1],
    ['['.repeat(200_000), 'syntax', null],
    [`{"a":"${'x'.repeat(1_000_001)}"}`, 'too-large', null],
  ])('a layer that cannot be read: %.30s', (text, code, line) => {
    const { configuration, warnings } = loadConfiguration([
      layer('user', { disabled_hooks: ['think-mode'] }),
      layer('workspace', text),
    ]);
    expect(configuration).toEqual({ ...DEFAULT_CONFIGURATION, disabled_hooks: ['think-mode'] });
    expect(warnings).toMatchObject([{ layer: 'workspace', code, line, key: '' }]);
  });

  test('a section of the wrong kind', () => {
    expect(codes(layer('user', { experimental: 'yes', disabled_hooks: 'think-mode' }))).toEqual([
      'invalid-value disabled_hooks',
      'invalid-value experimental',
    ]);
  });

  test('keys that would reach a prototype', () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"experimental":{"__proto__":{"polluted":1},"auto_resume":true}}';
    const { configuration, warnings } = loadConfiguration([layer('user', text), layer('workspace', text)]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(Reflect.get(configuration.experimental, 'polluted')).toBeUndefined();
    expect(configuration.experimental.auto_resume).toBe(true);
    expect(warnings.every(({ code }) => code === 'unsafe-key')).toBe(true);
    expect(warnings).toHaveLength(6);
  });

  test('a key written twice', () => {
    expect(codes(layer('user', '{"disabled_hooks":[],"disabled_hooks":["think-mode"]}'))).toEqual([
      'repeated-key disabled_hooks',
    ]);
  });
});

test('any text at all gives a whole configuration and no throw', () => {
  const names = [...HOOKS.map(({ id }) => id), ...Object.keys(HOOK_ALIASES), 'nobody', '__proto__'];
  const value = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(true, false, 0.8, 3, 99, null, 'off', ...names),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom('experimental', 'disabled_hooks', 'dynamic_context_pruning', 'turns', 'enabled', 'constructor'),
        tie('tree'),
        { maxKeys: 4 },
      ),
    ),
  })).tree;
  const text = fc.oneof(
    fc.string(),
    value.map((tree) => JSON.stringify(tree) ?? ''),
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ origin: fc.constantFrom('user', 'workspace', 'ui', 'else'), text }), { maxLength: 4 }),
      (layers) => {
        const { config, warnings } = adapter.loadConfig(layers);
        expect(Object.keys(config)).toEqual(expect.arrayContaining(Object.keys(DEFAULT_CONFIGURATION)));
        expect(warnings.every((warning) => typeof warning === 'string' && warning.length > 5)).toBe(true);
        // The output can be loaded again unchanged.
        const again = adapter.loadConfig([{ origin: 'user', text: JSON.stringify(config) }]);
        expect(again.config).toEqual(config);
      },
    ),
    { numRuns: 150 },
  );
});
