import { compileHistory } from './compile-history.ts';
import type { CompileOutput } from './contract.ts';

/**
 * Door 1: one CompileInput per line in, one CompileOutput per line out, in order. Each output is written before the
 * next line is read. A line that isn't JSON gets an answer too, and makes the exit code 1.
 */
async function main(): Promise<number> {
  let code = 0;
  for await (const line of lines(process.stdin)) {
    if (line.trim() === '') continue;
    let input: unknown;
    let output: CompileOutput;
    try {
      input = JSON.parse(line);
      output = await compileHistory(input);
    } catch (error) {
      code = 1;
      output = { ok: false, error: { kind: 'invalid_input', message: `not JSON: ${String(error)}` } };
    }
    await write(`${JSON.stringify(output)}\n`);
  }
  return code;
}

/**
 * Only a line feed ends a line: JSON text may contain the other separators that `readline` splits at, such as U+2028.
 */
async function* lines(input: NodeJS.ReadStream): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let pieces: string[] = [];
  for await (const chunk of input as AsyncIterable<string>) {
    const [first = '', ...more] = chunk.split('\n');
    pieces.push(first);
    for (const next of more) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  yield pieces.join('');
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

process.exitCode = await main();
