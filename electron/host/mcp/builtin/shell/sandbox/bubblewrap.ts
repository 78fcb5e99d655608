import { fixedFolders, type SandboxPlace } from './sandbox-place.ts';

/**
 * Where root changes the whole system through /proc, also without a capability. bubblewrap covers only some of them
 * (0.8, tried as root), and Baton may run as root.
 */
const SYSTEM = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'driver', 'tty'];

/**
 * The arguments of bubblewrap for one command: everything is read-only, the attached folders are not, and nothing of
 * the user's own is visible. Later mounts lie over earlier ones, so the order is the rule.
 *
 * `/run` is emptied because the sockets there (Docker, D-Bus) lead out of the sandbox. A protected path is a mount of
 * its own, and so is every folder above it, so that neither it nor what it is in can be replaced. One that doesn't exist is covered, too: bubblewrap
 * makes an empty one to mount on, which the caller removes afterwards.
 */
export function bubblewrapArguments(
  place: SandboxPlace,
  {
    hidden,
    names,
  }: {
    /** Folders with data or sockets of the user and of other programs, those of them that exist. */
    hidden: readonly string[];
    /** With network: the files that name servers, where they are inside of hidden folders. */
    names: readonly string[];
  },
  line: readonly string[],
): string[] {
  const { folders, cwd, home, closed, tools, protects, network } = place;
  const byDepth = (paths: readonly string[]) => [...new Set(paths)].sort((a, b) => a.length - b.length);
  const out = home === null || home === '/' ? hidden : [...hidden, home];
  const options: string[][] = [
    ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    network ? [] : ['--unshare-net'],
    ['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...SYSTEM.map((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...byDepth(out).map((path) => ['--tmpfs', path]),
    ...(network ? names.map((path) => ['--ro-bind-try', path, path]) : []),
    ...tools.map((path) => ['--ro-bind-try', path, path]),
    ...byDepth([...folders, ...fixedFolders(place)]).map((path) => ['--bind', path, path]),
    ...protects.map(({ path, kind, exists }) => {
      if (exists) return ['--ro-bind', path, path];
      return kind === 'folder' ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
    }),
    ['--tmpfs', closed],
    ['--setenv', 'TMPDIR', '/tmp', '--unsetenv', 'XDG_RUNTIME_DIR', '--chdir', cwd, '--', ...line],
  ];
  return options.flat();
}
