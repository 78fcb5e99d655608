import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

const SCRIPT = `
import { truncateOutput } from '#core/window/truncate-output.ts';
import { standardBase64 } from '#core/base64.ts';
const line = truncateOutput('x'.repeat(10_000_000), { maxTokens: 1_000 });
const digits = 'QUJD'.repeat(3_000_000);
console.log(JSON.stringify({
  shortened: line.truncated,
  standard: standardBase64(digits) === digits,
  broken: standardBase64(digits.replaceAll('QUJDQUJD', 'QUJDQUJD\\n')) === digits,
}));`;

/**
 * After a session has compiled much code, V8 stops optimizing patterns (`TooMuchRegExpCode`, V8 13). One that repeats a
 * character without a limit then throws "Maximum call stack size exceeded" after eight million.
 */
it('reads ten megabytes where V8 no longer optimizes patterns', () => {
  const flags = ['--no-regexp-optimization', '--input-type=module', '--eval', SCRIPT];
  const said = execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual({ shortened: true, standard: true, broken: true });
});
