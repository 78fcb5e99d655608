import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** On Windows the tools are batch files, which only a command shell can start. */
const isWindows = process.platform === 'win32';
const fixture = (name: string) => `test/fixtures/gates/${name}`;

/** Runs a gate's tool and returns its exit code and output. */
async function exitOf(tool: string, args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await run(join(root, 'node_modules/.bin', tool), args, { cwd: root, shell: isWindows });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** Each gate of `npm run check` must refuse its fixture. A gate that can't fail is useless. */
describe('gates', () => {
  it('format refuses an unformatted file', async () => {
    const { code, output } = await exitOf('oxfmt', ['--check', `${fixture('format')}/ugly.ts`]);
    expect({ code, names: output.includes('ugly.ts') }).toEqual({ code: 1, names: true });
  });

  it('lint refuses any and a floating promise', async () => {
    const { code, output } = await exitOf('oxlint', [
      '--type-aware',
      `${fixture('lint')}/any.ts`,
      `${fixture('lint')}/floating.ts`,
    ]);
    expect(code).toBe(1);
    expect(output).toContain('no-explicit-any');
    expect(output).toContain('no-floating-promises');
  });

  it.each([
    ['types-core', ['dom.ts', 'timer.ts']],
    ['types-vendors', ['dom.ts']],
    ['types-page', ['node.ts']],
    ['types-electron', ['dom.ts']],
  ])('%s refuses what its runtime does not have', async (name, files) => {
    const { code, output } = await exitOf('tsc', ['-p', fixture(name)]);
    expect(code).not.toBe(0);
    for (const file of files) expect(output).toContain(file);
  });

  it('unused refuses a forgotten file', async () => {
    const { code, output } = await exitOf('knip', ['--directory', fixture('unused'), '--no-progress']);
    expect(code).toBe(1);
    expect(output).toContain('forgotten.ts');
  });

  it('unused refuses a file that only tests use', async () => {
    const { code, output } = await exitOf('knip', ['--directory', fixture('unused-in-production'), '--no-progress']);
    expect({ code, output }).toMatchObject({ code: 0 });
    const production = await exitOf('knip', [
      '--directory',
      fixture('unused-in-production'),
      '--production',
      '--no-progress',
    ]);
    expect(production.code).toBe(1);
    expect(production.output).toContain('only-tested.ts');
  });
});
