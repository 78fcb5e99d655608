import { describe, expect, it } from 'vitest';
import { unpinnedPackage } from '#ui/shared/servers/unpinned-package.ts';

const of = (command: string, ...args: string[]) => unpinnedPackage(command, args)?.name ?? null;

describe('a package without a fixed version', () => {
  it.each([
    ['npx', '-y', '@scope/server-files', '/tmp'],
    ['npx', '--yes', 'server-files@latest'],
    ['C:\\node\\npx.cmd', 'server-files'],
    ['/usr/bin/uvx', '--from', 'mcp-git', 'mcp-git'],
    ['npx', '--package=server-files', 'serve'],
    ['bunx', 'server-files'],
  ])('is told of %s %s %s', (command, ...args) => {
    expect(of(command, ...args)).toMatch(/server-files|mcp-git/);
  });

  it.each([
    ['npx', '-y', '@scope/server-files@1.2.3'],
    ['uvx', 'mcp-git==2026.1.14'],
    ['uvx', 'mcp-git@0.4'],
    ['npx', './server.js'],
    ['npx', 'github:someone/thing'],
    ['node', 'server.js'],
    ['npx'],
  ])('is not told of %s %s %s', (command, ...args) => {
    expect(of(command, ...args)).toBeNull();
  });

  it.each([
    ['npx', ['-y', '@scope/server-files', '/tmp'], ['-y', '@scope/server-files@1.2.3', '/tmp']],
    ['npx', ['--yes', 'server-files@latest'], ['--yes', 'server-files@1.2.3']],
    ['npx', ['--package=server-files', 'serve'], ['--package=server-files@1.2.3', 'serve']],
    ['uvx', ['--from', 'mcp-git[all]', 'mcp-git'], ['--from', 'mcp-git[all]==1.2.3', 'mcp-git']],
  ])('of %s %j is pinned in place', (command, args, pinned) => {
    expect(unpinnedPackage(command, args)?.pin('1.2.3')).toEqual(pinned);
    expect(unpinnedPackage(command, pinned)).toBeNull();
  });
});
