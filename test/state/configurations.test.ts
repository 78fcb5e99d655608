import { expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { ConfigurationState } from '#contract/configuration.ts';
import { createConfigurations } from '#state/configurations.ts';

const stateOf = (given: Partial<Configuration>): ConfigurationState => ({
  configuration: { ...DEFAULT_CONFIGURATION, ...given },
  origins: {},
  files: [],
  warnings: [],
});

function setup() {
  const host = {
    state: stateOf({ disabled_hooks: ['session-recovery'] }),
    unreachable: false,
    asked: [] as (string | null)[],
  };
  const configurations = createConfigurations({
    async configuration({ session }) {
      host.asked.push(session);
      if (host.unreachable) throw new Error('gone');
      return host.state;
    },
    async changeConfiguration(_query, { hooks = {} } = {}) {
      host.state = stateOf({ disabled_hooks: hooks['session-recovery'] === false ? ['session-recovery'] : [] });
      return host.state;
    },
  });
  return { host, configurations };
}

test('the host is asked once per conversation until something changes', async () => {
  const { host, configurations } = setup();
  await Promise.all([configurations.read('a'), configurations.read('a'), configurations.now('a')]);
  await configurations.read('b');
  expect(host.asked).toEqual(['a', 'b']);
  configurations.forget();
  await configurations.read('a');
  expect(host.asked).toEqual(['a', 'b', 'a']);
});

test('while the host is away what was heard last holds, and the defaults before that', async () => {
  const { host, configurations } = setup();
  await configurations.read('a');
  host.unreachable = true;
  configurations.forget();
  await expect(configurations.read('a')).rejects.toThrow('gone');
  expect((await configurations.now('a')).disabled_hooks).toEqual(['session-recovery']);
  expect(await configurations.now('b')).toBe(DEFAULT_CONFIGURATION);
  host.unreachable = false;
  expect((await configurations.read('b')).configuration.disabled_hooks).toEqual(['session-recovery']);
});

test('a change holds for every conversation at once and is told', async () => {
  const { host, configurations } = setup();
  await configurations.read('b');
  const before = configurations.store.getState().revision;
  await configurations.change('a', { hooks: { 'session-recovery': true } });
  expect(configurations.store.getState().revision).toBeGreaterThan(before);
  expect((await configurations.now('a')).disabled_hooks).toEqual([]);
  expect((await configurations.now('b')).disabled_hooks).toEqual([]);
  expect(host.asked).toEqual(['b', 'b']);
});
