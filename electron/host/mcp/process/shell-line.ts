import type { SpawnOptions, Spawner } from './spawner.ts';

/**
 * Builds the call of the system's command shell for a command line. With /s, cmd.exe takes off the outer quotes and reads
 * the rest as it is written; escaped like the argument of a program, quotes inside would reach it with backslashes.
 */
export function shellLine(
  command: string,
  env: Readonly<Record<string, string>>,
  platform: Spawner['platform'],
): Pick<SpawnOptions, 'command' | 'args' | 'verbatim'> {
  return platform === 'win32'
    ? { command: env['COMSPEC'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${command}"`], verbatim: true }
    : { command: '/bin/sh', args: ['-c', command] };
}
