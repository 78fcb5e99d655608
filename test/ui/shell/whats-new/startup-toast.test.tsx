// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { Configurations } from '#state/configurations.ts';
import type { ConnectionsState } from '#state/connections.ts';
import { createProblems } from '#state/problems.ts';
import type { Settings } from '#state/settings.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { PageData, ReliabilityServices } from '#ui/data/services.ts';
import { notes } from '#ui/shell/whats-new/lazy-notes.ts';
import { StartupToast } from '#ui/shell/whats-new/startup-toast.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

interface Profile {
  seen?: string;
  sessions?: number;
  disabled?: Configuration['disabled_hooks'];
}

/** A start of 0.2.0 on a profile; what it remembers stays in `values` for the next one. */
async function start({ seen, sessions = 0, disabled = [] }: Profile, language: 'en' | 'ko' = 'en') {
  const values = createStore<{ values: ReadonlyMap<string, unknown> }>(() => ({
    values: new Map(seen === undefined ? [] : [['app.seenVersion', seen]]),
  }));
  const settings: Pick<Settings, 'store' | 'set'> = {
    store: values,
    async set(key, value) {
      values.setState(({ values: before }) => ({ values: new Map(before).set(key, value) }));
    },
  };
  const connections = { store: createStore<Pick<ConnectionsState, 'info'>>(() => ({ info: null })) };
  let count = sessions;
  const counted = { count: async () => count } as Partial<BatonDatabase['sessions']>;
  const db = { sessions: counted } as Partial<BatonDatabase> as BatonDatabase;
  const data = { db, settings, connections, problems: createProblems() } as Partial<PageData>;
  const configurations: Pick<Configurations, 'now'> = {
    now: async () => ({ ...DEFAULT_CONFIGURATION, disabled_hooks: disabled }),
  };
  const reliability = { configurations } as ReliabilityServices;
  const { container } = await render(
    <WithServices services={{ ...data, reliability }}>
      <StartupToast />
    </WithServices>,
    language,
  );
  // The first conversation may exist before the host sends its version.
  count += 1;
  const hello = () =>
    act(async () => connections.store.setState({ info: { version: '0.2.0', mount: 'test', known: true } }));
  await hello();
  return { container, hello, stored: () => values.getState().values.get('app.seenVersion') };
}

const shown = () => document.body.textContent;

describe('the toast of a new version', () => {
  it('says so once, and opens the notes', async () => {
    const { hello, stored } = await start({ seen: '0.1.0', sessions: 3 });
    expect(shown()).toContain('Baton is now 0.2.0');
    expect(stored()).toBe('0.2.0');
    await hello();
    expect(shown()?.split('Baton is now')).toHaveLength(2);
    const open = [...document.body.querySelectorAll('button')].find(({ textContent }) => textContent === 'What’s new');
    await click(open);
    await act(async () => void (await notes.load()));
    expect(shown()).toContain('and with practice vendors that need no key.');
    expect(document.body.querySelector('[role=dialog] h1, [role=dialog] h2')?.textContent).toBe('What’s new');
  });

  it('is there after an update of a version that kept none in mind, in Korean too', async () => {
    await start({ sessions: 1 }, 'ko');
    expect(shown()).toContain('Baton이 0.2.0 버전으로 업데이트됐어요');
  });

  it.each([
    ['at the very first start', {}],
    ['when nothing has changed', { seen: '0.2.0', sessions: 1 }],
    ['switched off', { seen: '0.1.0', sessions: 1, disabled: ['startup-toast'] }],
  ] as const)('is not there %s', async (_when, profile) => {
    const { stored } = await start({ ...profile, disabled: 'disabled' in profile ? [...profile.disabled] : [] });
    expect(shown()).not.toContain('0.2.0');
    expect(stored()).toBe('0.2.0');
  });
});
