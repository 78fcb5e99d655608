import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { HooksAt, Hooks } from '#core/reliability/hook.ts';
import type * as table from '#core/reliability/hook-table.ts';
import { HOOKS, type HookDefinition } from '#core/reliability/hook-table.ts';
import { CORE_HOOKS } from '#core/reliability/hooks/core-hooks.ts';
import { testReliability } from '#test/fakes/reliability.ts';

const fixture = vi.hoisted(
  () =>
    ({ id: 'fixture', stages: ['event'], runs: 'core', group: 'comfort', on: true }) as const satisfies HookDefinition,
);

vi.mock('#core/reliability/hook-table.ts', async (original) => {
  const real = await original<typeof table>();
  return {
    ...real,
    HOOKS: [...real.HOOKS, fixture],
    hookDefinition: (id: never) => (id === fixture.id ? fixture : real.hookDefinition(id)),
  };
});

type Rows = readonly [...typeof HOOKS, typeof fixture];

const seen: string[] = [];
const withFunction: HooksAt<'core', Rows> = {
  ...CORE_HOOKS,
  fixture: {
    event(event) {
      seen.push(event.type);
      return event;
    },
  },
};

test('a row does not compile without its function', () => {
  // @ts-expect-error The row `fixture` has no function.
  const withoutFunction: HooksAt<'core', Rows> = CORE_HOOKS;
  expect('fixture' in withoutFunction).toBe(false);
});

test('a row with a function is a hook: it runs, and its switch stops it', async () => {
  const hooks: Hooks = withFunction;
  await testReliability(undefined, hooks).emit({ type: 'session.deleted', sessionId: 's' });
  expect(seen).toEqual(['session.deleted']);
  const off = { disabled_hooks: [...DEFAULT_CONFIGURATION.disabled_hooks, fixture.id as never] };
  await testReliability(() => off, hooks).emit({ type: 'session.deleted', sessionId: 's' });
  expect(seen).toEqual(['session.deleted']);
});

test('every hook that switches a feature is asked for by one', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'electron/**/*.ts']);
  const code = files
    .filter((file) => !/hook-table|i18n|setting-table/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const real: readonly HookDefinition[] = HOOKS.filter(({ id }) => id !== (fixture.id as string));
  const features = real.filter(({ runs }) => runs === 'feature');
  expect(features).not.toEqual([]);
  expect(
    features.filter(({ id }) => !code.some((text) => text.includes(`'${id}'`) && text.includes('isHookEnabled'))),
  ).toEqual([]);
});
