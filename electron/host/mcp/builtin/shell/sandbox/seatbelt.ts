import { fixedFolders, type SandboxPlace } from './sandbox-place.ts';

const quote = (text: string) => `"${text.replace(/[\\"]/g, (one) => `\\${one}`)}"`;
const exactly = (paths: readonly string[]) => paths.map((path) => `(literal ${quote(path)})`).join(' ');
const below = (paths: readonly string[]) => paths.map((path) => `(subpath ${quote(path)})`).join(' ');

/**
 * The profile of `sandbox-exec` for one command. The last rule that matches decides. What is not named is denied, such
 * as other programs' services: over them a command could have something started outside of the sandbox.
 */
export function seatbeltProfile(place: SandboxPlace, temporary: string): string {
  const { folders, home, closed, tools, protects, network } = place;
  const folder = protects.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  const file = protects.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const own = home === null || home === '/' ? [] : [home];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem ipc-posix-shm)',
    '(allow pseudo-tty)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow mach-lookup (global-name "com.apple.system.notification_center"))',
    '(allow file-read*)',
    ...(own.length > 0 ? [`(deny file-read* ${below([...own, '/Users', '/Volumes'])})`] : []),
    // Programs look at every folder on the way to a file.
    '(allow file-read-metadata)',
    `(allow file-read* ${below([...tools, ...folders, temporary])})`,
    '(allow file-write* file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/ptmx"))',
    `(allow file-write* ${below([...folders, temporary])})`,
    ...(folder.length > 0 ? [`(deny file-write* ${below(folder)})`] : []),
    ...(file.length > 0 ? [`(deny file-write* ${exactly(file)})`] : []),
    // Moved to where it isn't protected, something could be changed there and moved back.
    ...(folders.length > 0 ? [`(deny file-write-unlink ${exactly([...folders, ...fixedFolders(place)])})`] : []),
    `(deny file-read* file-write* ${below([closed])})`,
    ...(network
      ? [
          '(allow network-outbound network-inbound network-bind)',
          '(allow mach-lookup (global-name "com.apple.SystemConfiguration.configd") (global-name "com.apple.trustd.agent"))',
          '(deny network-outbound (remote unix-socket))',
          '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
        ]
      : ['(deny network*)']),
    '',
  ].join('\n');
}
