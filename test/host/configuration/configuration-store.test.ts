import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { createConfigurationStore, type ConfigurationStore } from '#host/configuration/configuration-store.ts';

let root = '';
let home = '';
let folder = '';
let events: string[] = [];
let store: ConfigurationStore;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-configuration-'));
  home = join(root, 'home');
  folder = join(root, 'project');
  mkdirSync(home);
  mkdirSync(join(folder, '.baton'), { recursive: true });
  events = [];
  store = createConfigurationStore({
    home,
    foldersOf: async (session) => (session === 'with-folder' ? [folder] : []),
    now: () => Date.UTC(2026, 10, 21),
    emit: ({ type }) => events.push(type),
    watchMs: 20,
  });
});
afterEach(() => {
  store.close();
  rmSync(root, { recursive: true, force: true });
});

const userFile = () => join(home, 'config.jsonc');
const folderFile = () => join(folder, '.baton', 'config.jsonc');
const pageFile = () => join(home, 'config.ui.json');
const write = (path: string, value: unknown) => writeFileSync(path, JSON.stringify(value));

describe('layers from their files', () => {
  test('without any file: the defaults, and where files would be', async () => {
    expect(await store.state('with-folder')).toEqual({
      configuration: DEFAULT_CONFIGURATION,
      origins: {},
      files: [
        { layer: 'user', path: userFile(), exists: false },
        { layer: 'workspace', path: folderFile(), exists: false },
        { layer: 'ui', path: pageFile(), exists: false },
      ],
      warnings: [],
    });
  });

  test('a folder speaks only for the conversations it is attached to', async () => {
    write(userFile(), { version: 1, practiceCharsPerSecond: 9, disabled_hooks: ['session-recovery'] });
    write(folderFile(), { disabled_hooks: ['tool-output-truncator'], env_allow_list: ['SECRET'] });
    expect((await store.of(null)).disabled_hooks).toEqual(['session-recovery']);
    expect((await store.of('plain')).disabled_hooks).toEqual(['session-recovery']);
    const { configuration, warnings } = await store.state('with-folder');
    expect(configuration.disabled_hooks).toEqual(['session-recovery', 'tool-output-truncator']);
    expect(configuration.env_allow_list).toEqual([]);
    expect(warnings).toMatchObject([{ layer: 'workspace', file: folderFile(), line: 1, code: 'user-file-only' }]);
  });

  test('a file that leads out of the folder, is none or cannot be read is left out with a warning', async () => {
    write(join(root, 'elsewhere.json'), { disabled_hooks: ['think-mode'] });
    symlinkSync(join(root, 'elsewhere.json'), folderFile());
    mkdirSync(userFile());
    const { configuration, warnings } = await store.state('with-folder');
    expect(configuration).toEqual(DEFAULT_CONFIGURATION);
    expect(warnings).toMatchObject([
      { layer: 'user', code: 'unreadable' },
      { layer: 'workspace', code: 'unreadable', detail: 'it leads out of the folder' },
    ]);
  });
});

test.skipIf(process.platform === 'win32')('a pipe in place of a folder’s file keeps nobody waiting', async () => {
  execFileSync('sh', ['-c', 'mkfifo "$0"', folderFile()]);
  const { configuration, warnings } = await store.state('with-folder');
  expect(configuration).toEqual(DEFAULT_CONFIGURATION);
  expect(warnings).toMatchObject([{ layer: 'workspace', code: 'unreadable', detail: 'it is no file' }]);
});

describe('changes of the settings page', () => {
  test('go on top of the files, and are taken back one by one or all at once', async () => {
    write(userFile(), { disabled_hooks: ['session-recovery'], experimental: { truncate_all_tool_outputs: false } });
    await store.change({
      hooks: { 'session-recovery': true, 'non-interactive-env': false },
      values: { 'experimental.truncate_all_tool_outputs': true },
    });
    const { configuration, origins } = await store.state(null);
    expect(configuration).toMatchObject({
      disabled_hooks: ['non-interactive-env'],
      enabled_hooks: ['session-recovery'],
      experimental: { truncate_all_tool_outputs: true },
    });
    expect(origins).toEqual({
      'hooks.session-recovery': 'ui',
      'hooks.non-interactive-env': 'ui',
      'experimental.truncate_all_tool_outputs': 'ui',
    });
    await store.change({
      hooks: { 'session-recovery': null },
      values: { 'experimental.truncate_all_tool_outputs': null },
    });
    expect(await store.of(null)).toMatchObject({
      disabled_hooks: ['session-recovery', 'non-interactive-env'],
      experimental: { truncate_all_tool_outputs: false },
    });
    await store.change({ reset: true });
    expect((await store.state(null)).origins).toEqual({
      'hooks.session-recovery': 'user',
      'experimental.truncate_all_tool_outputs': 'user',
    });
    // Noticing its own writes as well does no harm.
    expect(events.length).toBeGreaterThanOrEqual(3);
  });

  test('what would not hold is refused and nothing is written', async () => {
    await store.change({ values: { 'experimental.preemptive_compaction_threshold': 0.7 } });
    const before = readFileSync(pageFile(), 'utf8');
    for (const values of [
      { 'experimental.preemptive_compaction_threshold': 0.96 },
      { 'experimental.no_such_key': true },
      { 'experimental.no_such_key.deeper': true },
      { 'experimental.__proto__.auto_resume': true },
      { 'experimental.dynamic_context_pruning.turn_protection.turns': 'three' },
    ])
      await expect(store.change({ values })).rejects.toMatchObject({ code: 'bad_request' });
    expect(readFileSync(pageFile(), 'utf8')).toBe(before);
  });

  test('of two at the same time none is lost', async () => {
    await Promise.all([
      store.change({ hooks: { 'session-recovery': false } }),
      store.change({ hooks: { 'non-interactive-env': false } }),
      store.change({ values: { 'experimental.auto_resume': true } }),
    ]);
    const { disabled_hooks, experimental } = await store.of(null);
    expect(disabled_hooks).toEqual(['session-recovery', 'non-interactive-env']);
    expect(experimental.auto_resume).toBe(true);
  });

  test('a broken file of theirs is set aside, not overwritten', async () => {
    writeFileSync(pageFile(), '{ broken');
    await store.change({ hooks: { 'session-recovery': false } });
    expect((await store.state(null)).warnings).toEqual([]);
    expect(readFileSync(`${pageFile()}.set-aside-2026-11-21T00-00-00.000Z`, 'utf8')).toBe('{ broken');
  });
});

test('a file that is made, changed or removed is noticed', async () => {
  await store.state('with-folder');
  const noticed = async (change: () => void, count: number) => {
    events = [];
    change();
    await expect.poll(() => events.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  };
  await noticed(() => write(userFile(), { disabled_hooks: ['session-recovery'] }), 1);
  expect((await store.of(null)).disabled_hooks).toEqual(['session-recovery']);
  await noticed(() => write(folderFile(), { disabled_hooks: ['think-mode'] }), 1);
  await noticed(() => write(userFile(), { disabled_hooks: [] }), 1);
  await noticed(() => rmSync(userFile()), 1);
  expect((await store.of('with-folder')).disabled_hooks).toEqual(['think-mode']);
});

test('a file that was never there has not changed', async () => {
  write(userFile(), { disabled_hooks: [] });
  await store.state('with-folder');
  rmSync(userFile());
  await expect.poll(() => events.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(events).toEqual(['config-changed']);
});
