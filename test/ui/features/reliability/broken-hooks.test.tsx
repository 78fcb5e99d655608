// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Hooks, HookStages } from '#core/reliability/hook.ts';
import { HOOKS, type HookId } from '#core/reliability/hook-table.ts';
import { createHookNotices } from '#state/hook-notices.ts';
import type { Configurations } from '#state/configurations.ts';
import { reliability as WORDS } from '#texts/en/reliability.ts';
import { HookNotices } from '#ui/features/reliability/hook-notices.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { practiceVendors } from '../../../vendors/practice-lab.ts';
import { AgentWorld, callsOf, openProfile, resultsOf, SEATS } from '../../../flows/agent/agent-world.ts';
import { render } from '../../support/render.tsx';

const BUILT: HookId[] = HOOKS.map(({ id }) => id);
const TOOL = '!tool builtin_planning_server__create_goal {"goal":"Ship it"}';

function everywhere(does: () => never | Promise<never>): Hooks {
  const stages: HookStages = {
    'messages.transform': does,
    'tool.execute.before': does,
    'tool.execute.after': does,
    event: does,
    onBeforeSummarize: does,
  };
  return Object.fromEntries(HOOKS.map(({ id }) => [id, stages]));
}

const throws = (): never => {
  throw new Error('broken');
};
const hangs = (): Promise<never> => new Promise(() => undefined);

/** The real flows with hooks that all fail, and what the page shows of it. */
async function suffer(does: () => never | Promise<never>) {
  const notices = createHookNotices();
  const off: string[] = [];
  const clock = {
    // The time budget of a hook is seconds, which this shortens.
    setTimeout: (fn: () => void, ms: number) => globalThis.setTimeout(fn, ms / 5000),
    clearTimeout: (handle: unknown) => globalThis.clearTimeout(handle as NodeJS.Timeout),
  };
  const world = new AgentWorld(await openProfile(), undefined, practiceVendors(), everywhere(does), {
    clock,
    onSwitchedOff(hook, session, why) {
      off.push(`${session} ${hook}`);
      notices.switchedOff(hook, session, why);
    },
  });
  world.configuration = { enabled_hooks: BUILT };
  await render(
    <WithServices services={{ reliability: { notices, configurations: {} as Configurations } }}>
      <HookNotices />
    </WithServices>,
  );
  return { world, off };
}

describe('the longest-suffering user', () => {
  it.each([
    ['throws', throws],
    ['hangs', hangs],
  ] as const)(
    'every hook %s at every stage: the chat works, and each is told of once',
    async (_how, does) => {
      const { world, off } = await suffer(does);
      const id = await world.begin('claude');
      for (const text of [`${TOOL}\nFirst.`, `${TOOL}\nSecond.`, `${TOOL}\nThird.`, 'Fourth.'])
        await act(() => world.send(id, text));
      const path = await world.path(id);
      expect(callsOf(path)).toHaveLength(3);
      expect(resultsOf(path)).toHaveLength(3);
      for (const result of resultsOf(path)) {
        expect(result.isError ?? false).toBe(false);
        expect(result.text).toContain('Ship it');
      }
      expect(path.map(({ error }) => error).filter(Boolean)).toEqual([]);
      expect(path.at(-1)).toMatchObject({ role: 'assistant', stop: 'end', status: 'complete' });
      expect(world.refusals()).toEqual([]);
      expect(world.errors).toEqual([]);

      await waitFor(() => expect(off.length).toBe(BUILT.length));
      expect(off.toSorted()).toEqual(BUILT.map((hook) => `${id} ${hook}`).toSorted());
      await act(() => Promise.resolve());
      const toasts = document.querySelectorAll('[role="dialog"]');
      expect(toasts).toHaveLength(1);
      const shown = toasts[0]?.textContent ?? '';
      expect(shown).toContain(`${BUILT.length} features were turned off for this conversation`);
      for (const hook of BUILT) expect(shown.split(WORDS[`hook.${hook}`])).toHaveLength(2);

      // All other vendors, and what is left without recovery: the vendor's words are shown, and the chat continues.
      for (const seat of SEATS) {
        const other = await world.begin(seat);
        await act(() => world.send(other, `${TOOL}\n!fault 400\nHello.`));
        expect((await world.path(other)).at(-1)?.error).toMatchObject({ retryable: false });
        await act(() => world.send(other, 'Again.'));
        expect((await world.path(other)).at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
      }
      await act(() => world.chat.deleteSession(id));
      expect(world.errors).toEqual([]);
    },
    60_000,
  );
});
