import type { SpawnOptions, Spawner } from './spawner.ts';

/** A command line as the system's shell reads it. */
export function shellLine(
  command: string,
  env: Readonly<Record<string, string>>,
  platform: Spawner['platform'],
): Pick<SpawnOptions, 'command' | 'args'> {
  return platform === 'win32'
    ? { command: env['COMSPEC'] ?? 'cmd.exe', args: ['/d', '/s', '/c', command] }
    : { command: '/bin/sh', args: ['-c', command] };
}
