import type { ChildProcess } from 'node:child_process';
import type { StartProcess } from './process-trees.ts';

/** Ends process groups when this process is gone, however it ended. */
export interface Watchdog {
  watch(group: number): void;
  forget(group: number): void;
}

/**
 * Reads `+ GROUP` and `- GROUP`. Its input ends when the host ends, even by SIGKILL, because only the host holds the
 * other end of the pipe. It is a shell script because a packaged Electron does not run scripts and every POSIX system
 * has a command shell.
 */
const SCRIPT = `trap '' HUP INT TERM
groups=' '
while read -r what group; do
  case $what in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 1
for group in $groups; do kill -s KILL -- "-$group"; done`;

/**
 * One watchdog process for all programs, started with the first of them. Windows needs none: there Node puts the
 * programs it starts into a job that ends with it.
 */
export function createWatchdog(platform: NodeJS.Platform, start: StartProcess): Watchdog {
  if (platform === 'win32') return { watch: () => undefined, forget: () => undefined };
  const groups = new Set<number>();
  let running: ChildProcess | null = null;

  function begin(): ChildProcess {
    const started = start('/bin/sh', ['-c', SCRIPT], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      // A Ctrl+C in the host's terminal must not end it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const onExit = () => {
      if (running === started) running = null;
    };
    // Without it, the next host ends what a killed host left running (orphan-cleanup.ts).
    started.once('error', onExit).once('exit', onExit);
    started.stdin?.on('error', onExit);
    // The host must not wait for it.
    started.unref();
    if (started.stdin && 'unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref();
    return started;
  }

  return {
    watch(group) {
      groups.add(group);
      if (running) running.stdin?.write(`+ ${group}\n`);
      else {
        running = begin();
        running.stdin?.write([...groups].map((one) => `+ ${one}\n`).join(''));
      }
    },
    forget(group) {
      groups.delete(group);
      running?.stdin?.write(`- ${group}\n`);
    },
  };
}
