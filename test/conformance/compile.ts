import { createInterface } from 'node:readline';
import { compileHistory } from './compile-history.ts';
import type { CompileOutput } from './contract.ts';

/** Door 1: one CompileInput per line in, one CompileOutput per line out, in order. Exit code 1 when a line is not JSON. */
async function main(): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    let input: unknown;
    try {
      input = JSON.parse(line);
    } catch (error) {
      process.stderr.write(`not JSON: ${String(error)}\n`);
      return 1;
    }
    await write(`${JSON.stringify(await answer(input))}\n`);
  }
  return 0;
}

async function answer(input: unknown): Promise<CompileOutput> {
  try {
    return await compileHistory(input);
  } catch (error) {
    return { ok: false, error: { kind: 'unknown', message: String(error) } };
  }
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

process.exitCode = await main();
