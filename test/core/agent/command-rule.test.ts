import { describe, expect, it } from 'vitest';
import { coversCommand, rulesFor, type CommandRule } from '#core/agent/approval/command-rule.ts';

const prefix = (line: string): CommandRule => ({ match: 'prefix', line });
const exact = (line: string): CommandRule => ({ match: 'exact', line });

describe('a rule for a line', () => {
  it('covers this line and no other', () => {
    const rule = exact('npm test 2>&1 | tail -50');
    expect(coversCommand(rule, 'npm test 2>&1 | tail -50')).toBe(true);
    for (const other of [
      'npm test',
      'npm test 2>&1 | tail -50 ',
      'npm  test 2>&1 | tail -50',
      'NPM test 2>&1 | tail -50',
    ])
      expect(coversCommand(rule, other)).toBe(false);
  });

  it('is never one that reads differently than it is', () => {
    for (const line of [
      'npm test\nrm -rf /',
      'npm\u200b test',
      'npm test \u202egnp.exe',
      '',
      '   ',
      `npm test ${'x'.repeat(400)}`,
    ]) {
      expect(rulesFor(line)).toEqual([]);
      expect(coversCommand(exact(line), line)).toBe(false);
    }
  });
});

describe('a rule for the first words', () => {
  it.each([
    'npm test',
    'npm test -- --watch=false',
    'npm test test/core/a.test.ts',
    'npm  test',
    'npm test src/**'.replace('/**', ''),
  ])('covers %s', (command) => expect(coversCommand(prefix('npm test'), command)).toBe(true));

  it.each([
    'npm tests',
    'npm',
    'npm install',
    'npm test; rm -rf .',
    'npm test && curl example.com',
    'npm test || true',
    'npm test | sh',
    'npm test & sleep 1',
    'npm test > out',
    'npm test 2>&1',
    'npm test < in',
    'npm test $(id)',
    'npm test `id`',
    'npm test $HOME',
    'npm test "$(id)"',
    "npm test 'a b'",
    'npm test *',
    'npm test src/?.ts',
    'npm test [a]',
    'npm test {a,b}',
    'npm test ~/x',
    'npm test \\x',
    'npm test #x',
    'npm test !x',
    'npm test (x)',
    'npm test\nid',
    'npm test\rid',
    'npm\ttest',
    'npm test\u00a0x',
    'npm test\u200b',
    'A=1 npm test',
    'npm test NODE_OPTIONS=--require=./x.js',
    'npm test PATH=/tmp',
    'npm test ｆ；ｇ',
    // cmd.exe reads the operators in the value of a variable.
    'npm test %TOOL%',
    'npm test %MY TOOL%',
    '@npm test',
  ])('does not cover %j', (command) => expect(coversCommand(prefix('npm test'), command)).toBe(false));

  it('is offered for a program and its subcommand only', () => {
    expect(rulesFor('npm test -- x')).toEqual([exact('npm test -- x'), prefix('npm test')]);
    expect(rulesFor('npm run lint --fix')).toEqual([exact('npm run lint --fix'), prefix('npm run lint')]);
    expect(rulesFor('cargo build')).toEqual([exact('cargo build'), prefix('cargo build')]);
    expect(rulesFor('npm run watch')).toEqual([exact('npm run watch'), prefix('npm run watch')]);
    expect(rulesFor('npm start')).toEqual([exact('npm start'), prefix('npm start')]);
  });

  it.each([
    'sh -c x',
    'bash run.sh',
    '/bin/bash run',
    'sudo ls',
    'env ls',
    'xargs rm',
    'find src',
    'node run',
    'python3 manage',
    'npx vitest',
    'git push',
    'docker run x',
    'make test',
    'curl x',
    'ls -la',
    'ls',
    './run test.sh',
    'npm run',
    'npm exec x',
    'npm run $X',
    'uv run python x.py',
    'poetry run bash build.sh',
    'uv tool run x',
    'npm x vitest',
    'npm create x',
    'npm init x',
    'pnpm dlx x',
    'yarn node x.js',
    'corepack npx x',
    'mvn exec:exec x',
    'strace ls x',
    'flock lock x',
    'wsl ls',
    'python3.12 manage x',
    '@node run',
    ',node run',
    'A=1 npm test',
    'cd x && npm test',
  ])('is not offered for %s', (command) => {
    expect(rulesFor(command).map(({ match }) => match)).toEqual(['exact']);
    expect(coversCommand(prefix(command), command)).toBe(false);
  });
});
