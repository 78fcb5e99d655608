import type { SpawnOptions, Spawner } from './spawner.ts';

/** Builds the call of the system's command shell for a command line. */
export function shellLine(
  command: string,
  env: Readonly<Record<string, string>>,
  platform: Spawner['platform'],
): Pick<SpawnOptions, 'command' | 'args'> {
  return platform === 'win32'
    ? { command: env['COMSPEC'] ?? 'cmd.exe', args: ['/d', '/s', '/c', command] }
    : { command: '/bin/sh', args: ['-c', command] };
}
