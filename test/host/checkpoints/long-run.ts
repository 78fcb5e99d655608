import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCheckpointStore } from '#host/checkpoints/checkpoint-store.ts';
import { locate } from '#host/mcp/builtin/workspace/safe-path.ts';
import { readTextFile, writeTextFile } from '#host/mcp/builtin/workspace/text-file.ts';

/*
 * A process that does steps FROM to TO of a run, as the host would: edits with Baton's tools, and commands in a real shell.
 * In the command of step CRASH it is killed.
 */

const [folder = '', home = '', from = '0', to = '0', crash = '-1'] = process.argv.slice(2);

const store = createCheckpointStore({
  home,
  clock: { now: () => Date.now() },
  log: { write: (...line) => process.stderr.write(`${JSON.stringify(line)}\n`) },
  folders: () => ({ of: async () => [folder], own: async () => home }),
  limits: { ms: 60_000, copyMs: 60_000 },
});

const COMMANDS = [
  (n: number) => `mkdir -p out/${n % 7} && cp src/file-${n % 40}.txt out/${n % 7}/copy-${n}.txt`,
  (n: number) => `sed -i.bak 's/line/LINE ${n}/' src/file-${n % 40}.txt; rm -f src/file-${n % 40}.txt.bak`,
  (n: number) => `mv src/file-${(n * 3) % 40}.txt src/moved-${n}.txt 2>/dev/null; ln -sf file-1.txt src/link-${n % 5}`,
  (n: number) => `rm -rf out/${(n + 3) % 7}; chmod 7${n % 2 ? 5 : 0}0 src/tool.sh`,
  (n: number) => `printf '\\000\\001${n}' > bin-${n % 6}.dat; find src -name 'moved-*' | head -2 | xargs rm -f`,
];

async function edit(n: number, call: string): Promise<void> {
  const path = n % 5 === 0 ? `new/${n % 11}/note-${n}.md` : `src/file-${(n * 7) % 40}.txt`;
  const place = await locate([folder], path, home);
  const before = await readTextFile(place).catch(() => null);
  const text = `${before?.text ?? 'a new file\n'}step ${n}\n`;
  const named = { session: 'chat-1', run: 'long', call, tool: 'edit' as const };
  await writeTextFile(place, text, before, (change) => store.changes.write(named, change));
}

for (let n = Number(from); n < Number(to); n++) {
  const call = `answer-${n}#0`;
  if (n % 3 !== 0) {
    await edit(n, call);
    continue;
  }
  const command = COMMANDS[(n / 3) % COMMANDS.length]?.(n) ?? '';
  await store.changes.command({ session: 'chat-1', run: 'long', call, command }, [folder], async () => {
    await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    if (n !== Number(crash)) return;
    writeFileSync(join(folder, 'half-done.txt'), 'then the machine went');
    process.kill(process.pid, 'SIGKILL');
  });
}
