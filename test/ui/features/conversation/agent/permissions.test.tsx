// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { CommandScope } from '#core/agent/approval/call-scope.ts';
import type { CommandRule } from '#core/agent/approval/command-rule.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { CommandPlace, CommandRules } from '#ui/features/conversation/agent/command-rules.tsx';
import { FolderTrust } from '#ui/features/conversation/agent/folder-trust.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

const COMMAND: CommandScope = {
  folder: '/home/ann/relay',
  sandbox: 'none',
  network: true,
  rules: [
    { match: 'exact', line: 'npm test -- --dot' },
    { match: 'prefix', line: 'npm test' },
  ],
};

describe('the rules of a command', () => {
  it('show exactly what they cover and where, and give that very rule', async () => {
    const given: CommandRule[] = [];
    const { container } = await render(
      <WithServices services={{}}>
        <CommandRules command={COMMAND} disabled={false} onAllow={(rule) => given.push(rule)} />
      </WithServices>,
    );
    expect([...container.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      'npm test -- --dot',
      'npm test …',
    ]);
    expect(container.textContent).toContain('/home/ann/relay');
    for (const button of container.querySelectorAll('button')) await click(button);
    expect(given).toEqual(COMMAND.rules);
  });

  it('are not offered where none can be made', async () => {
    const { container } = await render(
      <WithServices services={{}}>
        <CommandRules command={{ ...COMMAND, rules: [] }} disabled={false} onAllow={() => undefined} />
      </WithServices>,
    );
    expect(container.textContent).toBe('');
  });

  it.each([
    ['none', ''],
    ['inside', 'in the sandbox'],
    ['outside', 'all your rights'],
  ] as const)('say where it runs: %s', async (sandbox, words) => {
    const { container } = await render(
      <WithServices services={{}}>
        <CommandPlace command={{ ...COMMAND, sandbox }} />
      </WithServices>,
    );
    expect(container.textContent).toContain(words);
    expect(container.textContent === '').toBe(words === '');
  });
});

describe('whose files a folder holds', () => {
  async function shown(own: boolean | null) {
    const said: boolean[] = [];
    const { container } = await render(
      <WithServices services={{}}>
        <FolderTrust folder={{ path: '/work', own }} busy={false} onJudge={(next) => said.push(next)} />
      </WithServices>,
    );
    return { container, said };
  }

  it('is asked in words, with both answers', async () => {
    const { container, said } = await shown(null);
    expect(container.querySelector('[role="group"]')?.textContent).toContain('your own');
    for (const button of container.querySelectorAll('button')) await click(button);
    expect(said).toEqual([true, false]);
  });

  it.each([
    [true, 'Yours'],
    [false, 'Outside content'],
  ])('is on a chip that takes it back: %s', async (own, label) => {
    const { container, said } = await shown(own);
    const chip = container.querySelector('button');
    expect(chip?.textContent).toBe(label);
    expect(chip?.getAttribute('aria-label')).toContain('/work');
    await click(chip);
    expect(said).toEqual([!own]);
  });
});
