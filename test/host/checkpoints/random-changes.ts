import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';

const name = fc.constantFrom('a', 'b', 'c');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const content = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', 'same', 'x\n'.repeat(50)));

/** One change of the file system, as a command makes it. Where it can't be made nothing happens. */
export const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('append' as const), path, content }),
  fc.record({ kind: fc.constant('bytes' as const), path, bytes: fc.uint8Array({ maxLength: 30 }) }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('move' as const), path, to: path }),
  fc.record({ kind: fc.constant('folder' as const), path }),
  fc.record({ kind: fc.constant('link' as const), path, to: fc.constantFrom('a', '../b', 'nowhere', '/etc/hostname') }),
  fc.record({ kind: fc.constant('mode' as const), path, mode: fc.constantFrom(0o600, 0o644, 0o755, 0o700) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function parentsOf(root: string, whole: string): boolean {
  let at = root;
  for (const part of relative(root, dirname(whole)).split('/')) {
    at = join(at, part);
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === false) return false;
  }
  mkdirSync(dirname(whole), { recursive: true });
  return true;
}

export function applyChange(root: string, one: Change): void {
  const whole = join(root, one.path);
  if (!parentsOf(root, whole)) return;
  const found = lstatSync(whole, { throwIfNoEntry: false });
  switch (one.kind) {
    case 'write':
    case 'append':
    case 'bytes':
      if (found?.isDirectory()) rmSync(whole, { recursive: true });
      // A command may write through a link; what is behind it is no part of this test.
      if (found?.isSymbolicLink()) rmSync(whole);
      if (one.kind === 'append') appendFileSync(whole, one.content);
      else writeFileSync(whole, one.kind === 'write' ? one.content : one.bytes);
      return;
    case 'remove':
      rmSync(whole, { recursive: true, force: true });
      return;
    case 'move': {
      const to = join(root, one.to);
      if (!found || `${to}/`.startsWith(`${whole}/`) || `${whole}/`.startsWith(`${to}/`) || !parentsOf(root, to))
        return;
      rmSync(to, { recursive: true, force: true });
      renameSync(whole, to);
      return;
    }
    case 'folder':
      if (found && !found.isDirectory()) rmSync(whole);
      mkdirSync(whole, { recursive: true });
      return;
    case 'link':
      if (found) rmSync(whole, { recursive: true });
      symlinkSync(one.to, whole);
      return;
    case 'mode':
      // A folder that Baton may not enter could not be looked at.
      if (found?.isFile() || (found?.isDirectory() && one.mode >= 0o700)) chmodSync(whole, one.mode);
  }
}

/** A call of a run: one of our writes, or a command of several changes. */
export const step = fc.oneof(
  fc.record({ kind: fc.constant('tool' as const), path, content }),
  fc.record({ kind: fc.constant('command' as const), changes: fc.array(change, { minLength: 1, maxLength: 5 }) }),
);
