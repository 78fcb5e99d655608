import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bannedCommand } from '#core/reliability/banned-command.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { HookId } from '#core/reliability/hook-table.ts';
import { nonInteractive } from '#core/reliability/hooks/non-interactive.ts';
import { NON_INTERACTIVE_ENV, nonInteractiveEnv } from '#core/reliability/non-interactive-env.ts';
import { createPipeline } from '#core/reliability/pipeline.ts';
import { shellCommands } from '#core/reliability/shell-words.ts';

describe('bannedCommand', () => {
  it.each([
    ['vim notes.txt', 'vim'],
    ['nano x', 'nano'],
    ['/usr/bin/vi x', 'vi'],
    ['emacs -nw', 'emacs'],
    ['cat log | less', 'less'],
    ['git log|more', 'more'],
    ['cd docs && man ls', 'man'],
    ['git add -p', 'git add -p'],
    ['git -C sub add --patch src', 'git add -p'],
    ['git add -Ap', 'git add -p'],
    ['git rebase -i HEAD~3', 'git rebase -i'],
    ['git rebase --interactive main', 'git rebase -i'],
    ['FOO=1 BAR="x y" vim', 'vim'],
    ['sudo -u root vim /etc/hosts', 'vim'],
    ['env -u A B=1 nano x', 'nano'],
    ['timeout -k 5 10 less x', 'less'],
    ['find . -name "*.md" | xargs -n 1 vi', 'vi'],
    ["bash -lc 'git add -p'", 'git add -p'],
    ['eval "vim x"', 'vim'],
    ['echo "$(less x)"', 'less'],
    ['echo `man ls`', 'man'],
    ['(cd a; vim b)', 'vim'],
    ['true || { vim; }', 'vim'],
    ['make 2>&1 >out.txt && less out.txt', 'less'],
    ['echo a\nvim b', 'vim'],
    ['if ! vim; then echo x; fi', 'vim'],
    ['for f in *; do less "$f"; done', 'less'],
    ['while true; do man ls; done', 'man'],
    ['if true; then nano x; else vi x; fi', 'nano'],
    ['case $x in a) emacs;; esac', 'emacs'],
    ['find . -name x -exec vim {} \\;', 'vim'],
    ['git --git-dir .git add -p', 'git add -p'],
    ['\\vim x', 'vim'],
    ['"vim" x', 'vim'],
    ['cat <<EOF\ntext\nEOF\nless x', 'less'],
    ["cat <<-'END' | more\n\ttext\n\tEND", 'more'],
  ])('%s starts %s', (line, expected) => {
    expect(bannedCommand(line)).toBe(expected);
  });

  it.each([
    'echo less is more',
    'cat man.txt',
    'ls vi',
    'npm run more-tests',
    'grep -n "vim" README.md',
    'git commit -m "less noise"',
    'git add src/p',
    'git add -- -p',
    'git rebase --continue',
    'git log --patch',
    'echo "vim; less | more"',
    "printf '%s' 'man'",
    'echo x # vim',
    'cat <<< vim',
    'echo > less',
    'which vim',
    'lessc styles.less',
    'cat <<EOF\nvim is an editor\nless is more\nEOF',
    "cat > notes.md <<'END'\nman git\nEND\necho done",
    'EDITOR=/usr/bin/vim',
    'PAGER=less GIT_EDITOR=vim',
    'find . -name vim -exec cat {} +',
    'git -c core.pager=less log',
    'git log -p',
    'git stash show -p',
    'git add -A',
    'echo do vim',
    'apt-get install vim less',
    'man=1',
    '',
    '|||',
  ])('%s is harmless', (line) => {
    expect(bannedCommand(line)).toBeNull();
  });

  it('survives every text', () => {
    assert(
      property(string({ maxLength: 200 }), (line) => {
        expect(typeof (bannedCommand(line) ?? '')).toBe('string');
        expect(shellCommands(line).every(({ words }) => words.length > 0)).toBe(true);
      }),
    );
    expect(bannedCommand(`echo ${'$('.repeat(40)}vim`)).toBe('vim');
    expect(bannedCommand(`echo ${'$('.repeat(3_000)}vim`)).toBeNull();
  });
});

describe('nonInteractiveEnv', () => {
  it('keeps the environment and closes every way to ask', () => {
    const base = Object.freeze({ PATH: '/bin', EDITOR: 'vim', CI: 'false' });
    expect(nonInteractiveEnv(base)).toMatchObject({
      PATH: '/bin',
      CI: 'true',
      DEBIAN_FRONTEND: 'noninteractive',
      GIT_TERMINAL_PROMPT: '0',
      GIT_EDITOR: 'true',
      EDITOR: 'true',
      VISUAL: 'true',
      GIT_PAGER: 'cat',
      PAGER: 'cat',
      npm_config_yes: 'true',
      PIP_NO_INPUT: '1',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      GCM_INTERACTIVE: 'never',
      HOMEBREW_NO_AUTO_UPDATE: '1',
      GIT_SEQUENCE_EDITOR: 'true',
      GIT_MERGE_AUTOEDIT: 'no',
    });
    expect(base).toEqual({ PATH: '/bin', EDITOR: 'vim', CI: 'false' });
  });
});

describe('the hook', () => {
  const start = async (command: string, disabled: HookId[] = []) => {
    const lines: [string, unknown][] = [];
    const pipeline = createPipeline(
      { 'non-interactive-env': nonInteractive },
      {
        clock: { setTimeout: () => null, clearTimeout: () => undefined },
        toast: () => undefined,
        log: (event, data) => lines.push([event, data]),
      },
    );
    const configuration = { ...DEFAULT_CONFIGURATION, disabled_hooks: disabled };
    const call = { tool: 'run', args: { command }, env: { MINE: '1' }, advice: [] };
    return { lines, value: await pipeline.run('tool.execute.before', call, { id: 's', configuration }) };
  };

  it('writes the documented line, and advises against what waits', async () => {
    const { lines, value } = await start('git add -p');
    expect(lines).toEqual([
      ['[non-interactive-env] Set non-interactive environment variables', { sessionID: 's', env: NON_INTERACTIVE_ENV }],
    ]);
    expect(value.env).toEqual({ MINE: '1', ...NON_INTERACTIVE_ENV });
    expect(value.advice).toEqual([expect.stringMatching(/^\[git add -p waits for a person/)]);
    expect((await start('git add .')).value.advice).toEqual([]);
  });

  it('does nothing once it is switched off', async () => {
    const { lines, value } = await start('vim', ['non-interactive-env']);
    expect([lines, value.env, value.advice]).toEqual([[], { MINE: '1' }, []]);
  });
});
