import { describe, expect, it } from 'vitest';
import type { CallStatus } from '#core/call-outcome.ts';
import type { Part } from '#core/message.ts';
import { reportWork, type WorkMessage } from '#core/agent/work/report-work.ts';
import { unifiedDiff } from '#core/unified-diff.ts';

const FILES = 'builtin_workspace_server__';
const RUN = 'builtin_shell_server__run';

interface Done {
  name: string;
  args: unknown;
  text?: string;
  status?: CallStatus;
  ms?: number;
}

/** A path of steps, one answer and one message of results each, two seconds long. */
function path(...steps: readonly Done[][]): WorkMessage[] {
  return steps.flatMap((calls, at): WorkMessage[] => {
    const start = at * 60_000;
    const ids = calls.map((_, index) => `c${at}-${index}`);
    const answer: Part[] = calls.map(({ name, args }, index) => ({
      type: 'tool_call',
      id: ids[index] ?? '',
      name,
      args,
    }));
    const results: Part[] = calls.map(({ name, text = '', status = 'ok', ms = 5 }, index) => ({
      type: 'tool_result',
      callId: ids[index] ?? '',
      name,
      text,
      outcome: { status, ms },
    }));
    return [
      { id: `a${at}`, role: 'assistant', parts: answer, createdAt: start, completedAt: start + 1_000 },
      { id: `t${at}`, role: 'tool', parts: results, createdAt: start + 1_000, completedAt: start + 2_000 },
    ];
  });
}
const edited = (file: string, before: string | null, after: string): Done => ({
  name: `${FILES}${before === null ? 'write' : 'edit'}`,
  args: { path: file },
  text: `Changed ${file} in one place.\n${unifiedDiff(file, before, after)}`,
});
const ran = (command: string, text: string, status: CallStatus = 'ok'): Done => ({
  name: RUN,
  args: { command },
  text,
  status,
  ms: 900,
});

describe('what a run did', () => {
  it('adds the changes of each file up, in the order in which they were first changed', () => {
    const { files } = reportWork(
      path(
        [edited('b.ts', 'one\ntwo\n', 'one\n2\nthree\n'), edited('new.ts', null, 'a\nb\n')],
        [edited('b.ts', 'x\n', 'y\n')],
      ),
    );
    expect(files).toEqual([
      { path: 'b.ts', created: false, added: 3, removed: 2, partial: false, step: 'a1' },
      { path: 'new.ts', created: true, added: 2, removed: 0, partial: false, step: 'a0' },
    ]);
  });

  it('says where the changes are not all known, and counts none that was not made', () => {
    const denied = { ...edited('no.ts', 'a\n', 'b\n'), status: 'denied' as const };
    const cut = edited('cut.ts', 'a\n', 'b\n');
    const { files, rest } = reportWork(
      path([
        denied,
        { ...cut, text: `${cut.text}[the rest of the diff is left out]\n` },
        { name: `${FILES}edit`, args: { path: 'old.ts' }, text: 'Changed.' },
      ]),
    );
    expect(files.map(({ path: file, partial }) => [file, partial])).toEqual([
      ['cut.ts', true],
      ['old.ts', true],
    ]);
    expect(rest).toEqual([{ kind: 'denied', count: 1, what: 'no.ts' }]);
  });

  it('keeps the last end of a command that ran several times, with its tests', () => {
    const { commands } = reportWork(
      path(
        [ran('npm test', '      Tests  1 failed | 2 passed (3)\n[exit code 1, 0.9 s]', 'error')],
        [ran('npm run lint', 'fine')],
        [ran('npm test', '      Tests  3 passed (3)\n[exit code 0, 0.9 s]')],
        [ran('rm -r x', '', 'denied')],
      ),
    );
    expect(commands).toEqual([
      { command: 'npm test', times: 2, end: 'done', ms: 900, tests: { passed: 3, failed: 0 }, step: 'a2' },
      { command: 'npm run lint', times: 1, end: 'done', ms: 900, tests: null, step: 'a1' },
    ]);
  });

  it('has every step with its calls, all other work, and the time without what lay between', () => {
    const question: WorkMessage = { id: 'q', role: 'user', parts: [], createdAt: 0 };
    const end: WorkMessage = { id: 'end', role: 'assistant', parts: [], createdAt: 5e6, completedAt: 5e6 + 500 };
    const read = { name: `${FILES}read`, args: { path: 'a.ts' } };
    const steps = path([read, { name: 'notes__add', args: {} }], [read]);
    const report = reportWork([question, ...steps, end]);
    expect(report.steps.map(({ id, deeds }) => [id, deeds.length])).toEqual([
      ['a0', 2],
      ['a1', 1],
    ]);
    expect(report.rest).toEqual([
      { kind: 'read', count: 1, what: 'a.ts' },
      { kind: 'use', count: 1, what: 'notes__add' },
    ]);
    expect(report.ms).toBe(4_500);
    const night = path([{ ...read, status: 'interrupted' }]);
    expect(reportWork(night.map((one) => (one.role === 'tool' ? { ...one, completedAt: 1e9 } : one))).ms).toBe(1_000);
  });

  it('reads a run of four hundred steps at once', () => {
    const steps = Array.from({ length: 400 }, (_, at) => [
      edited(`src/${at % 40}.ts`, 'a\n'.repeat(50), `a\n${'b\n'.repeat(50)}`),
      ran('npm test', `${'line of a log\n'.repeat(200)}      Tests  3 passed (3)`),
    ]);
    const messages = path(...steps);
    const before = performance.now();
    const report = reportWork(messages);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect([report.steps.length, report.files.length, report.commands[0]?.times]).toEqual([400, 40, 400]);
  });
});
